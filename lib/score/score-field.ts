import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";

const FIELD = /^score\.(.+?)(?:@(scorer|annotation|reaction|feedback))?$/s;

/** Returns whether a text is the field of a score, as the query box and the service spell it. */
export function isScoreField(text: string): boolean {
  return FIELD.test(text) && !text.includes('"') && text.split(".").every((part) => part.trim() !== "");
}

/** Returns the name of a score without the beginning that all fields of scores share: `reward`, `reward@scorer`. */
export function scoreLabel(field: string): string {
  return field.replace(/^score\./, "");
}

/** Returns the score that a field names among those of a call; without a source, the newest of that name. */
export function scoreOfField(scores: readonly SubjectScore[], field: string): SubjectScore | undefined {
  const [, name, source] = FIELD.exec(field) ?? [];
  const named = scores.filter((score) => score.name === name && (source === undefined || score.source === source));
  return named.reduce<SubjectScore | undefined>(
    (newest, score) => (newest === undefined || score.at > newest.at ? score : newest),
    undefined,
  );
}

/** Returns the field of a score of a call; the project's list knows which names several sources share. */
export function fieldOfScore({ name, source }: SubjectScore, project: readonly ProjectScore[]): string {
  return project.find((score) => score.name === name && score.source === source)?.field ?? `score.${name}@${source}`;
}

/** Shown without being chosen, so that a newcomer sees that there are scores. */
const MAX_SHOWN_AT_FIRST = 2;

/** Returns the fields of the scores that are shown when no columns were chosen: verdicts, not reasons. */
export function firstScoreFields(scores: readonly ProjectScore[]): readonly string[] {
  return scores
    .filter(({ kind }) => kind === "number" || kind === "boolean")
    .slice(0, MAX_SHOWN_AT_FIRST)
    .map(({ field }) => field);
}

/** Returns the scores that a list of threads shows: the first verdicts, and those that it is filtered or sorted by. */
export function threadScores(scores: readonly ProjectScore[], used: readonly string[]): readonly ProjectScore[] {
  const first = firstScoreFields(scores);
  return scores.filter(({ field }) => first.includes(field) || used.includes(field));
}
