import { z } from "zod";
import { rangeStart } from "@/lib/api/contract/scalars/range-start";
import { integer, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";

const range = {
  after: rangeStart,
  before: timestampIn.nullish().describe("Exclusive upper bound for start time. Defaults to now."),
};

const issueId = z.string().min(1).max(128);

export const issuesOfProject = z.object({ project_id: projectId, ...range });

export const issueById = z.object({ project_id: projectId, issue_id: issueId, ...range });

const issueAction = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("resolve") }),
  z.strictObject({ kind: z.literal("reopen") }),
  z.strictObject({
    kind: z.literal("ignore"),
    until: timestampIn.nullish(),
    calls: integer.pipe(z.number().min(1).max(1_000_000)).nullish().describe("So many more calls end it."),
  }),
  z.strictObject({ kind: z.literal("assign"), user_id: z.string().min(1).max(256).nullable() }),
  z.strictObject({ kind: z.literal("note"), note: z.string().max(4000) }),
]);

export type IssueAction = z.output<typeof issueAction>;

export const issueChange = z.object({ project_id: projectId, issue_id: issueId, action: issueAction });

export const issuesDelete = z.object({ project_id: projectId, issue_ids: z.array(issueId).max(1000) });

const ISSUE_STATES = ["new", "ongoing", "regressed", "resolved", "ignored"] as const;

export type IssueState = (typeof ISSUE_STATES)[number];

const ISSUE_KINDS = ["exception", "score", "answer"] as const;

/** What can be wrong with the answer of a model that did not fail. */
export const ANSWER_PROBLEMS = ["truncated", "empty"] as const;

/** What makes calls an issue: their exceptions, a score that is false, or answers that are truncated or empty. */
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** Calls of one op that fail in one way. */
export const issue = z.looseObject({
  id: z.string(),
  kind: z.enum(ISSUE_KINDS),
  op: z.string(),
  /** What all its exceptions have in common; `…` replaces numbers, ids and quoted values. Of a score its field, of answers their problem. */
  pattern: z.string(),
  state: z.enum(ISSUE_STATES),
  /** When its first and its newest call started, in any range. */
  first_at: timestamp,
  last_at: timestamp,
  /** When it was resolved or ignored last, or reopened. */
  changed_at: timestamp.nullable(),
  regressed_at: timestamp.nullable(),
  /** The release of the call that made it regress; empty where that names none. */
  regressed_release: z.string(),
  ignored_until: timestamp.nullable(),
  ignored_calls: integer.nullable(),
  owner: z.string().nullable(),
  note: z.string(),
  /** In the range; null in a list with more issues than are counted. */
  call_count: integer.nullable(),
  user_count: integer.nullable(),
  thread_count: integer.nullable(),
  /** Its calls in equal parts of the range, the earliest first; empty where they are not counted. */
  part_counts: z.array(integer),
});

export type Issue = z.output<typeof issue>;

export const issuesList = z.looseObject({
  /** Regressed, new and ongoing first, then by calls. */
  issues: z.array(issue),
  /** True where there are more issues than are listed or counted. */
  is_cut: z.boolean(),
  /** Of all calls in the range. */
  call_count: integer,
  error_count: integer,
  user_count: integer,
  thread_count: integer,
  /** When new calls were looked at last; null before the first time. */
  judged_at: timestamp.nullable(),
});

export type IssuesList = z.output<typeof issuesList>;

const issueEvent = z.looseObject({
  kind: z.enum(["appeared", "regressed", "resolved", "reopened", "ignored", "assigned", "noted"]),
  at: timestamp,
  /** Null for what the service found. */
  user_id: z.string().nullable(),
  /** The release of a regression, or the owner. */
  detail: z.string(),
});

export type IssueEvent = z.output<typeof issueEvent>;

/** A value of an attribute in calls of the issue, and in calls of the op that succeeded. */
const commonValue = z.looseObject({
  field: z.string(),
  value: z.string(),
  call_count: integer,
  other_count: integer,
  /** Whether chance alone makes such a difference likely. */
  is_within_noise: z.boolean(),
});

export type CommonValue = z.output<typeof commonValue>;

const issueExample = z.looseObject({
  id: z.string(),
  trace_id: z.string(),
  started_at: timestamp,
  message: z.string(),
  user: z.string(),
  release: z.string(),
});

export const issueDetail = issue.extend({
  /** All calls of its op in the range; of a score those that have it, of answers those with one. */
  op_call_count: integer,
  op_user_count: integer,
  op_thread_count: integer,
  /** The newest first. */
  releases: z.array(
    z.looseObject({
      release: z.string(),
      call_count: integer,
      op_call_count: integer,
      first_at: timestamp,
      last_at: timestamp,
    }),
  ),
  /** Of its op, by their first call in the range; not those that may be older than the range. The earliest first. */
  marked_releases: z.array(z.looseObject({ release: z.string(), at: timestamp })).default([]),
  /** Most calls first. */
  users: z.array(z.looseObject({ user: z.string(), call_count: integer })),
  /** Calls that differ from each other. */
  examples: z.array(issueExample),
  /** What its calls have more often than those that succeeded. */
  common: z.array(commonValue),
  /** How many calls were compared. */
  compared_call_count: integer,
  compared_other_count: integer,
  /** The newest first. */
  events: z.array(issueEvent),
});

export type IssueDetail = z.output<typeof issueDetail>;

export const issuesDeleted = z.looseObject({ deleted: integer });
