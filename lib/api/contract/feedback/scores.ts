import { z } from "zod";
import { integer, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

/** The most calls or threads that one request asks for. */
const MAX_SCORED_IDS = 1000;

/** Who writes a score: a scorer, a person by an annotation or a reaction, or a client by a type of its own. */
const scoreSource = z.enum(["scorer", "annotation", "reaction", "feedback"]);

/** The values of a score: all of one kind, or `mixed`. */
const scoreKind = z.enum(["number", "boolean", "text", "mixed"]);

export type ScoreKind = z.infer<typeof scoreKind>;

export const scoresList = z.object({ project_id: projectId });

const projectScore = z.looseObject({
  /** The name, with the member where a scorer returned an object: `close.within`. */
  name: z.string(),
  source: scoreSource,
  /** The field of query expressions; it names the source only where two sources write one name. */
  field: z.string(),
  feedback_type: z.string(),
  kind: scoreKind,
  /** Values that are neither missing nor null, also older ones of the same call. */
  count: integer,
  number_count: integer,
  /** Null without numbers. */
  min: number.nullable(),
  max: number.nullable(),
  mean: number.nullable(),
  true_count: integer,
  false_count: integer,
  /** Texts and booleans, most frequent first, at most 20. */
  values: z.array(z.looseObject({ value: z.string(), count: integer })),
  last_at: timestamp,
});

export type ProjectScore = z.infer<typeof projectScore>;

export const scoresListResult = z.looseObject({
  scores: z.array(projectScore),
  /** True when older feedback or further names were not read. */
  is_partial: z.boolean(),
});

export const scoresRead = z.object({
  project_id: projectId,
  call_ids: z.array(z.string()).max(MAX_SCORED_IDS).nullish(),
  thread_ids: z.array(z.string()).max(MAX_SCORED_IDS).nullish().describe("Threads: the scores of all their calls."),
  trace_id: z.string().nullish().describe("All scored calls of one trace."),
});

const subjectScore = z.looseObject({
  name: z.string(),
  source: scoreSource,
  /** The newest value: a number, a boolean or a text. */
  value: z.union([number, z.boolean(), z.string()]),
  at: timestamp,
  /** Values of this score that the subject has, the newest included. */
  count: integer,
  /** The mean of the newest numbers of the scored calls of a thread; null for calls, and without numbers. */
  mean: number.nullable(),
});

export type SubjectScore = z.infer<typeof subjectScore>;

export const scoredSubject = z.looseObject({ id: z.string(), scores: z.array(subjectScore) });

export type ScoredSubject = z.infer<typeof scoredSubject>;

/** Calls and threads without a score are left out. */
export const scoresReadResult = z.looseObject({
  calls: z.array(scoredSubject),
  threads: z.array(scoredSubject),
  /** True when a subject has more records than are read. */
  is_partial: z.boolean(),
});
