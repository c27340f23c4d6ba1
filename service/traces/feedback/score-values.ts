import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import type { ScoreRecord } from "@/service/traces/store/feedback/subject-scores";
import { scoreNameOf, sourceOfType } from "@/service/traces/store/scores/score-source";

/** A scorer's answer may be deep; its members are scores down to here, as in the list of a project's scores. */
const MAX_DEPTH = 3;

type ScoreValue = SubjectScore["value"];

interface Leaf {
  /** The path of the member, `.within`; empty for the value itself. */
  readonly member: string;
  /** Null where the newest value is null: it hides older ones. */
  readonly value: ScoreValue | null;
}

/** Returns the values in the JSON text of a score: itself, or the members of an object. Lists are not values. */
function leavesOf(found: string): readonly Leaf[] {
  if (found === "") return [];
  const leaves: Leaf[] = [];
  const look = (value: unknown, member: string, depth: number) => {
    if (value === null || typeof value === "boolean" || typeof value === "string") leaves.push({ member, value });
    else if (typeof value === "number" && Number.isFinite(value)) leaves.push({ member, value });
    else if (typeof value === "object" && !Array.isArray(value) && depth < MAX_DEPTH) {
      for (const [name, inner] of Object.entries(value)) {
        // A dot in a name would be read as another step of the path.
        if (name !== "" && !name.includes(".")) look(inner, `${member}.${name}`, depth + 1);
      }
    }
  };
  look(JSON.parse(found), "", 0);
  return leaves;
}

/** What is known of one score of one subject; of a thread, also the newest value of each of its calls. */
interface Collected {
  readonly name: string;
  readonly source: SubjectScore["source"];
  /** By call; of a call, itself alone. The newest record is read first. */
  readonly newest: Map<string, { readonly value: ScoreValue | null; readonly at: string }>;
  count: number;
}

/**
 * Returns the scores of each subject, by name.
 * @param records the newest first
 * @param subjectOf the call or the thread that a record counts for
 */
export function scoresOf(
  records: readonly ScoreRecord[],
  subjectOf: (record: ScoreRecord) => string,
  isThread: boolean,
): { id: string; scores: SubjectScore[] }[] {
  const bySubject = new Map<string, Map<string, Collected>>();
  for (const record of records) {
    const scores = bySubject.get(subjectOf(record)) ?? new Map<string, Collected>();
    bySubject.set(subjectOf(record), scores);
    for (const leaf of leavesOf(record.found)) collect(scores, record, leaf);
  }
  return [...bySubject].flatMap(([id, scores]) => {
    const written = [...scores.values()].flatMap((score) => wireScore(score, isThread));
    return written.length > 0 ? [{ id, scores: written.sort((left, right) => order(left, right)) }] : [];
  });
}

function collect(scores: Map<string, Collected>, { type, subject, at }: ScoreRecord, { member, value }: Leaf): void {
  const key = `${type} ${member}`;
  const score = scores.get(key) ?? {
    name: scoreNameOf(type, member),
    source: sourceOfType(type),
    newest: new Map(),
    count: 0,
  };
  scores.set(key, score);
  if (value !== null) score.count += 1;
  if (!score.newest.has(subject)) score.newest.set(subject, { value, at });
}

function wireScore({ name, source, newest, count }: Collected, isThread: boolean): SubjectScore[] {
  const values = [...newest.values()].flatMap(({ value, at }) => (value === null ? [] : [{ value, at }]));
  const [first] = values;
  if (first === undefined) return [];
  const numbers = values.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
  const mean = isThread && numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null;
  return [{ name, source, value: first.value, at: toWireTime(first.at), count, mean }];
}

const order = (left: SubjectScore, right: SubjectScore) =>
  left.name.localeCompare(right.name) || left.source.localeCompare(right.source);
