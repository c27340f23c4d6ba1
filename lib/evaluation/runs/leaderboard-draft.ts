import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { isMembers, type Members } from "@/lib/json/value/members";
import { boardColumns, MAX_WEIGHT, storedLeaderboard } from "./leaderboard";

/** A column of a leaderboard that is edited. */
export interface DraftColumn {
  /** Identifies the column while others are added and removed. */
  readonly key: number;
  readonly evaluationRef: string;
  /** Empty until one is chosen. */
  readonly scoreId: string;
  readonly direction: "unset" | "higher" | "lower";
  /** As it is typed. */
  readonly weight: string;
  /** The column as it was stored; null for a new one. */
  readonly stored: Members | null;
}

/** A leaderboard that is edited. */
export interface LeaderboardDraft {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly DraftColumn[];
}

export const newColumn = (key: number, evaluationRef: string): DraftColumn => ({
  key,
  evaluationRef,
  scoreId: "",
  direction: "unset",
  weight: "1",
  stored: null,
});

/** Returns the draft of a stored leaderboard; an empty one for null and for a value that is not a leaderboard. */
export function leaderboardDraft(name: string, value: unknown): LeaderboardDraft {
  const parsed = storedLeaderboard.safeParse(value);
  if (!parsed.success) return { name, description: "", columns: [] };
  const shown = boardColumns(parsed.data);
  const columns = parsed.data.columns.map((stored, index): DraftColumn => {
    const stated = stored.should_minimize;
    return {
      key: index,
      evaluationRef: stored.evaluation_object_ref,
      scoreId: shown[index]?.scoreId ?? "",
      direction: stated == null ? "unset" : stated ? "lower" : "higher",
      weight: String(shown[index]?.weight ?? 1),
      stored,
    };
  });
  return { name, description: parsed.data.description ?? "", columns };
}

/** An evaluation that columns can name: one exact version, as the SDK stores it. */
export interface BoardEvaluation {
  readonly ref: string;
  readonly label: string;
  /** Its newest finished run, whose scores are offered; null for a stored column without one. */
  readonly runId: string | null;
}

/** Returns the evaluations of finished runs, the newest version of each dataset first, and those that the draft names. */
export function boardEvaluations(
  runs: readonly EvaluationRun[],
  columns: readonly DraftColumn[],
): readonly BoardEvaluation[] {
  const found = new Map<string, BoardEvaluation>();
  const versions = new Set<string>();
  for (const run of runs) {
    const { evaluation_ref: ref, evaluation_id: id, dataset_name: dataset, dataset_key: key } = run;
    if (ref === null || (run.state !== "finished" && run.state !== "unsummarized") || found.has(ref)) continue;
    // A new version of an SDK makes new versions of unchanged evaluations: the newest stands for all on the same rows.
    const version = `${id} ${key}`;
    if (versions.has(version) && !columns.some(({ evaluationRef }) => evaluationRef === ref)) continue;
    versions.add(version);
    found.set(ref, { ref, label: dataset === "" ? id : `${id} on ${dataset}`, runId: run.id });
  }
  for (const { evaluationRef: ref } of columns) {
    if (!found.has(ref)) found.set(ref, { ref, label: `${refName(ref)} (no finished run)`, runId: null });
  }
  return [...found.values()];
}

const refName = (ref: string): string => ref.split("/").at(-1)?.split(":")[0] ?? ref;

/** Returns what is missing, as a sentence; null when the draft can be saved. */
export function draftProblem({ name, columns }: LeaderboardDraft): string | null {
  if (name === "") return "Enter a name.";
  if (columns.length === 0) return "Add a column.";
  const lacking = columns.findIndex(({ scoreId }) => scoreId === "");
  if (lacking >= 0) return `Choose the score of column ${lacking + 1}.`;
  const weights = weightProblems(columns);
  const wrong = weights.find((problem) => problem !== null);
  if (wrong !== undefined) return wrong;
  const names = columns.map(({ evaluationRef, scoreId }) => `${evaluationRef} ${scoreId}`);
  const twice = names.findIndex((each, index) => names.indexOf(each) < index);
  return twice < 0 ? null : `Column ${twice + 1} is there already.`;
}

/** Returns what is wrong with the weight of each column, as a sentence; null where it is right. */
export function weightProblems(columns: readonly DraftColumn[]): readonly (string | null)[] {
  const weights = columns.map(({ weight }) => weightOf(weight));
  if (weights.every((weight) => weight === 0)) return weights.map(() => "Give a column a weight above 0.");
  return weights.map((weight, index) =>
    weight === null ? `The weight of column ${index + 1} is a number from 0 to ${MAX_WEIGHT}.` : null,
  );
}

/** The typed weight; null for another text. */
function weightOf(text: string): number | null {
  const weight = text.trim() === "" ? Number.NaN : Number(text);
  return weight >= 0 && weight <= MAX_WEIGHT ? weight : null;
}

/** A weight of 1 is stored only where one was: boards without weights keep the SDK's shape. */
function weightMember(text: string, stored: Members | null): { weight?: number } {
  const weight = weightOf(text) ?? 1;
  return weight === 1 && stored?.weight == null ? {} : { weight };
}

/** The scorer and the path below it in the summary that clients write: a share of yes, or a mean. */
function summaryPath(
  scoreId: string,
  kind: ScoreFigures["kind"],
): { scorer_name: string; summary_metric_path: string } {
  const [first = scoreId] = /^(?:\\.|[^.\\]|\\)*/.exec(scoreId) ?? [];
  const figure = kind === "boolean" ? "true_fraction" : "mean";
  const below = scoreId.slice(first.length + 1);
  return {
    scorer_name: first.replaceAll("\\.", "."),
    summary_metric_path: below === "" ? figure : `${below}.${figure}`,
  };
}

/**
 * Returns the object of a draft in the SDK's shape. Members that a stored leaderboard has besides are kept, and so is the
 * path of a column whose score did not change.
 *
 * @param stored the value of the version that was edited; null for a new leaderboard
 * @param kindOf the kind of a score among the figures of an evaluation
 */
export function leaderboardValue(
  { name, description, columns }: LeaderboardDraft,
  stored: unknown,
  kindOf: (evaluationRef: string, scoreId: string) => ScoreFigures["kind"],
): Members {
  const before = leaderboardDraft(name, stored).columns;
  return {
    _type: "Leaderboard",
    _class_name: "Leaderboard",
    _bases: ["BaseObject", "BaseModel"],
    ...(isMembers(stored) ? stored : {}),
    name,
    description: description === "" ? null : description,
    columns: columns.map(({ key, evaluationRef, scoreId, direction, weight, stored: own }) => ({
      ...own,
      evaluation_object_ref: evaluationRef,
      ...(own !== null && before[key]?.scoreId === scoreId ? {} : summaryPath(scoreId, kindOf(evaluationRef, scoreId))),
      should_minimize: direction === "unset" ? null : direction === "lower",
      ...weightMember(weight, own),
    })),
  };
}
