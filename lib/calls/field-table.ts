import { callSources } from "@/lib/api/contract/calls/call-sources";
import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import { kindLabels, kindNamed } from "./call-kind";

/** How values are written, compared and shown: a `word` is one of some names, `json` is a member of a payload. */
export type FieldType = "text" | "id" | "word" | "model" | "duration" | "time" | "count" | "usd" | "json";

interface FieldUses {
  /** The service's name for counting its values. */
  readonly by?: string;
  /** True where all calls have too many values for groups. */
  readonly isUngrouped?: boolean;
  /** The position of its values among the facets. */
  readonly facet?: number;
  /** The list in the interface's filter, which services look up without reading all calls. */
  readonly list?: Exclude<keyof CallsFilter, "trace_roots_only">;
  /** The words for its values, each with the service's own. */
  readonly words?: Readonly<Record<string, string>>;
  /** True where the service has an empty text for calls without a value. */
  readonly isEmptyText?: boolean;
  /** True where threads can be filtered by it: one of their calls matches. */
  readonly isOfThreads?: boolean;
  /** Its name in words, for facets and groups; by default the name. */
  readonly label?: string;
  /** The label of its column in lists. */
  readonly column?: string;
  /** The id of that column, where it is not the name with dashes. */
  readonly columnId?: string;
  /** True for a column that is not sorted by. */
  readonly isUnsorted?: boolean;
  /** True for a field that calls do not say: the service finds it. */
  readonly isFound?: boolean;
  /** The member of a call that it is read from, where it is not the first part of the path. */
  readonly member?: string;
}

/** One field of calls: wherever it is queried, counted, listed, sorted, exported or described. */
export interface CallField extends FieldUses {
  /** The name in the query box, in addresses and for agents; that of a payload ends in a dot. */
  readonly name: string;
  /** The service's name in conditions and sort keys; its last part is the heading in exports. */
  readonly path: string;
  readonly type: FieldType;
  /** What it is, or how its values are written, for people, agents and models. */
  readonly hint: string;
}

const field = (name: string, path: string, type: FieldType, hint: string, uses: FieldUses = {}): CallField => ({
  name,
  path,
  type,
  hint,
  ...uses,
});

const weave = (name: string) => `summary.weave.${name}`;

const STATUS_WORDS = { ok: "success", error: "error", running: "running", "error-inside": "descendant_error" };
const SOURCE_WORDS = Object.fromEntries(callSources.map((source) => [source, source]));
const KIND_WORDS = Object.fromEntries(kindLabels().map((label) => [label, kindNamed(label) ?? label]));

/**
 * All fields of calls, in the order in which they are offered. The query box, its suggestions, facets, groups, columns,
 * sorting, exports and the texts for agents and models are made of these rows. Scores bring fields of their own.
 */
export const callFields: readonly CallField[] = [
  field("op", "op_name", "text", "name of the op", { by: "op", facet: 2, isOfThreads: true, column: "Op" }),
  field("kind", "kind", "word", "what the call is", {
    by: "kind",
    words: KIND_WORDS,
    isOfThreads: true,
    column: "Kind",
    member: "attributes",
  }),
  field("tool", "tool", "text", "tool that the call runs, or * for any", {
    by: "tool",
    isEmptyText: true,
    isOfThreads: true,
    column: "Tool",
    member: "attributes",
  }),
  field("model", "own_model", "model", "model that the call itself asks", {
    by: "model",
    facet: 3,
    isOfThreads: true,
    isFound: true,
    isUnsorted: true,
    columnId: "own-model",
  }),
  field("model.below", "model", "model", "model of the call, or of calls below whose usage its client adds to it", {
    by: "model_below",
    label: "model or below",
    isUngrouped: true,
    facet: 4,
    column: "Model",
    columnId: "model",
    member: "summary",
  }),
  field("user", "end_user", "text", "end user, or * for any", {
    by: "end_user",
    facet: 6,
    isEmptyText: true,
    isOfThreads: true,
    column: "User",
    member: "attributes",
  }),
  field("key", "svc_user_id", "text", "user of the API key", {
    by: "svc_user_id",
    facet: 7,
    list: "svc_user_ids",
    isOfThreads: true,
    column: "Key",
  }),
  field("status", weave("status"), "word", "call status", {
    by: "status",
    facet: 1,
    words: STATUS_WORDS,
    isOfThreads: true,
    column: "Status",
    isUnsorted: true,
  }),
  field("source", "source", "word", "where the call comes from", {
    by: "source",
    facet: 5,
    words: SOURCE_WORDS,
    isOfThreads: true,
    isFound: true,
  }),
  field("latency", weave("latency_ms"), "duration", "duration, >2s or <150ms", {
    column: "Duration",
    columnId: "duration",
  }),
  field("tokens", weave("total_tokens"), "count", "tokens of the call itself, >10k", { isOfThreads: true }),
  field("tokens.in", weave("prompt_tokens"), "count", "tokens sent to the model, >10k", {
    isOfThreads: true,
    column: "Tokens in",
  }),
  field("tokens.out", weave("completion_tokens"), "count", "tokens of the answer, >10k", {
    isOfThreads: true,
    column: "Tokens out",
  }),
  field("tokens.cached", weave("cached_tokens"), "count", "tokens read from a cache, >10k", {
    isOfThreads: true,
    column: "Cached tokens",
  }),
  field("cost", weave("cost_usd"), "usd", "US dollars, >0.01", { column: "Cost" }),
  field("run", "svc_run_id", "id", "id of a training run", {
    by: "svc_run_id",
    list: "svc_run_ids",
    isOfThreads: true,
    column: "Run",
  }),
  field("thread", "thread_id", "id", "id of the thread, or * for any", {
    by: "thread_id",
    isUngrouped: true,
    list: "thread_ids",
    column: "Thread",
  }),
  field("turn", "turn_id", "id", "id of the turn", { list: "turn_ids" }),
  field("trace", "trace_id", "id", "id of the trace", { list: "trace_ids", column: "Trace id" }),
  field("parent", "parent_id", "id", "id of the parent call", { list: "parent_ids" }),
  field("id", "id", "id", "id of the call", { list: "call_ids" }),
  field("name", "display_name", "text", "display name"),
  field("exception", "exception", "text", "text of the exception, ~part", { isOfThreads: true }),
  field("failure", "failure", "text", "what the exceptions of one issue have in common, in full", {
    isFound: true,
    isUnsorted: true,
  }),
  field("answer", "answer", "text", "truncated or empty, of a model that did not fail", {
    isFound: true,
    isUnsorted: true,
  }),
  field("started", "started_at", "time", "start, >2026-11-20T10:00 (UTC)", { column: "Started" }),
  field("ended", "ended_at", "time", "end, >2026-11-20T10:00 (UTC)"),
  field("inputs.", "inputs", "json", "field of the inputs", { column: "Input", columnId: "input" }),
  field("output.", "output", "json", "field of the output", { column: "Output", columnId: "output" }),
  field("attributes.", "attributes", "json", "field of the attributes", { isOfThreads: true }),
  field("summary.", "summary", "json", "field of the summary", { isOfThreads: true }),
];

/** Returns the field with a name in the query box. */
export const callField = (name: string): CallField | undefined => callFields.find((each) => each.name === name);

/** Returns the words for the values of a field; empty where it has any values. */
export const wordsOf = (name: string): readonly string[] => Object.keys(callField(name)?.words ?? {});

/** Returns the id of a field's column, which addresses and stored arrangements have. */
export const columnIdOf = ({ name, columnId = name.replace(".", "-") }: CallField): string => columnId;

/** Returns the member of a call that a field is read from. */
export const memberOf = ({ path, member = path.split(".")[0] ?? path }: CallField): string => member;

/** The fields that can be read from a call. */
export const readFields = callFields.filter(({ isFound }) => !isFound);

/** Returns whether lists can be sorted by a field. */
export const isSorted = ({ type, isUnsorted }: CallField): boolean => type !== "json" && !isUnsorted;

const NUMERIC: readonly FieldType[] = ["duration", "time", "count", "usd"];

/** Returns whether values of a field are numbers or times. */
export const isNumeric = ({ type }: CallField): boolean => NUMERIC.includes(type);
