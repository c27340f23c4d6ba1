import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { isLangfuseItem, isLangfusePrompt, readLangfuseItem, readLangfusePrompt } from "./langfuse-prompts";
import { isLangfuseScore, readLangfuseScore } from "./langfuse-scores";
import {
  booleanOf,
  inputsOf,
  memberOf,
  numberOf,
  objectOf,
  otherMembers,
  type RecordContext,
  type SourceCall,
  skippedRecord,
  sourceId,
  sourceItem,
  textOf,
  unpacked,
  utcTime,
} from "./source-record";
import { countsOfClasses, usageOfCounts } from "./token-usage";

const TOOL = "Langfuse";

/** The types of observations, and the kinds of their calls. */
const KINDS: ReadonlyMap<string, string | null> = new Map([
  ["SPAN", null],
  ["EVENT", null],
  ["GENERATION", "llm"],
  ["AGENT", "agent"],
  ["TOOL", "tool"],
  ["CHAIN", "chain"],
  ["RETRIEVER", "retrieval"],
  ["EVALUATOR", "evaluation"],
  ["EMBEDDING", "embedding"],
  ["GUARDRAIL", "guardrail"],
]);

const MEDIA = /@@@langfuseMedia:/;
const MEDIA_LOSS = "Media are references to files of Langfuse, which the export does not contain.";
const NO_END = "The export has no end time, so the call ends when it starts.";

/** Columns that become members of the call. */
const OBSERVATION_COLUMNS = new Set(
  "id,trace_id,parent_observation_id,start_time,end_time,name,input,output,total_cost,is_root_observation,trace_name,user_id,session_id,tags,completion_start_time,created_at,updated_at,latency,time_to_first_token,status_message".split(
    ",",
  ),
);
const TRACE_COLUMNS = new Set(
  "id,timestamp,name,input,output,user_id,session_id,tags,observations,scores,latency,created_at,updated_at,html_path,total_cost".split(
    ",",
  ),
);

/** Columns that only observations of Langfuse 4 have, which carry the facts of their trace. */
const ENRICHED = ["is_root_observation", "trace_name", "session_id", "user_id", "tags", "release"];

const has = (record: Members, name: string) =>
  name in record || name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) in record;

/** Returns whether a value is an observation of Langfuse. */
function isObservation(record: Members): boolean {
  return KINDS.has(String(record.type)) && has(record, "trace_id") && has(record, "start_time");
}

/** Returns whether a value is a trace of Langfuse 3. */
function isTrace(record: Members): boolean {
  if (!has(record, "id") || !has(record, "timestamp") || has(record, "trace_id")) return false;
  return ["session_id", "observations", "html_path", "release"].some((name) => has(record, name));
}

/** The id of the call that is the root of a trace: the trace itself in Langfuse 3, made from its root in Langfuse 4. */
const traceCallId = (traceId: string) => sourceId(TOOL, "trace", traceId);
const observationCallId = (traceId: string, id: string) => sourceId(TOOL, "observation", traceId, id);

/** A session is a thread, and each trace in it a turn. */
function turnIn(sessionId: string | null, traceId: string): Pick<SourceCall, "threadId" | "turnId"> {
  return { threadId: sessionId, turnId: sessionId === null ? null : traceCallId(traceId) };
}

function langfuseAttributes(record: Members, columns: ReadonlySet<string>): Record<string, unknown> {
  const user = textOf(record, "user_id");
  return {
    import: { source: "langfuse" },
    langfuse: { id: textOf(record, "id"), ...otherMembers(record, columns) },
    ...(user === null ? {} : { user_id: user }),
    ...(memberOf(record, "tags") === undefined ? {} : { tags: unpacked(memberOf(record, "tags")) }),
  };
}

function costOf(record: Members): number | null {
  const details = objectOf(record, "cost_details");
  const cost = numberOf(memberOf(record, "total_cost")) ?? numberOf(details.total);
  return cost === 0 && Object.keys(details).length === 0 ? null : cost;
}

function secondsBetween(from: string, to: string | null): number | null {
  return to === null ? null : Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}

function observationCall(record: Members, losses: string[]): SourceCall | string {
  const [id, traceId] = [textOf(record, "id"), textOf(record, "trace_id")];
  const startedAt = utcTime(memberOf(record, "start_time"));
  if (id === null || traceId === null) return "The observation has no id or no trace_id.";
  if (startedAt === null) return "The observation has no start_time that can be read.";
  const type = String(record.type);
  const [input, output] = [unpacked(memberOf(record, "input")), unpacked(memberOf(record, "output"))];
  const model = textOf(record, "provided_model_name", "model");
  const isError = record.level === "ERROR";
  const ended = utcTime(memberOf(record, "end_time"));
  const isLost = ended === null && type !== "EVENT" && (output !== undefined || isError);
  if (isLost) losses.push(NO_END);
  const parent = textOf(record, "parent_observation_id");
  const isOwnTrace = parent === id;
  const firstToken = secondsBetween(startedAt, utcTime(memberOf(record, "completion_start_time")));
  const costUsd = costOf(record);
  const kind = KINDS.get(type) ?? null;
  return {
    id: observationCallId(traceId, id),
    traceId,
    parentId: parent === null || isOwnTrace ? traceCallId(traceId) : observationCallId(traceId, parent),
    name: textOf(record, "name") ?? type.toLowerCase(),
    startedAt,
    endedAt: ended ?? (isLost || type === "EVENT" ? startedAt : null),
    ...turnIn(textOf(record, "session_id"), traceId),
    attributes: {
      ...(kind === null ? {} : { kind }),
      ...(model === null ? {} : { model }),
      ...langfuseAttributes(record, OBSERVATION_COLUMNS),
      ...(costUsd === null ? {} : { cost_as_sent_usd: costUsd }),
      ...(firstToken === null ? {} : { time_to_first_chunk_s: firstToken }),
    },
    inputs: { ...(kind === "llm" && model !== null ? { model } : {}), ...inputsOf(input) },
    output: output ?? null,
    exception: isError ? (textOf(record, "status_message") ?? "ERROR") : null,
    usage: usageOfCounts(model, countsOfClasses(objectOf(record, "usage_details", "usage"))),
  };
}

/** The root of a trace of Langfuse 4, whose facts are columns of its root observation. */
function traceOfRoot(record: Members, root: SourceCall): SourceCall {
  const name = textOf(record, "trace_name");
  return {
    ...root,
    id: traceCallId(root.traceId),
    parentId: null,
    name: name ?? root.name,
    attributes: {
      import: { source: "langfuse", made_from: "root observation" },
      langfuse: {
        id: root.traceId,
        ...otherMembers({ release: record.release, environment: record.environment }, new Set()),
      },
      ...Object.fromEntries(Object.entries(root.attributes).filter(([member]) => ["user_id", "tags"].includes(member))),
    },
    usage: null,
  };
}

function traceCall(record: Members, losses: string[]): SourceCall | string {
  const id = textOf(record, "id");
  const startedAt = utcTime(memberOf(record, "timestamp"));
  if (id === null || startedAt === null) return "The trace has no id or no timestamp that can be read.";
  const observations = memberOf(record, "observations");
  const ends = (Array.isArray(observations) ? observations.filter(isMembers) : [])
    .map((observation) => utcTime(memberOf(observation, "end_time", "start_time")))
    .filter((end) => end !== null)
    .sort((left, right) => Date.parse(left) - Date.parse(right));
  const endedAt = ends.at(-1) ?? startedAt;
  if (ends.length === 0) losses.push("A trace has no end time of its own, so its call ends when it starts.");
  return {
    id: traceCallId(id),
    traceId: id,
    parentId: null,
    name: textOf(record, "name") ?? "trace",
    startedAt,
    endedAt,
    ...turnIn(textOf(record, "session_id"), id),
    attributes: langfuseAttributes(record, TRACE_COLUMNS),
    inputs: inputsOf(unpacked(memberOf(record, "input"))),
    output: unpacked(memberOf(record, "output")) ?? null,
    exception: null,
    usage: null,
  };
}

function readObservation(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const losses: string[] = [];
  const call = observationCall(record, losses);
  if (typeof call === "string") return skippedRecord(context, call);
  if (hasMedia(record)) losses.push(MEDIA_LOSS);
  const isEnriched = ENRICHED.some((column) => has(record, column));
  const isRoot =
    isEnriched &&
    (booleanOf(memberOf(record, "is_root_observation")) ?? textOf(record, "parent_observation_id") === null);
  const calls = isRoot ? [traceOfRoot(record, call), { ...call, parentId: traceCallId(call.traceId) }] : [call];
  const kind = call.attributes.kind === "llm" ? "call, LLM" : "call";
  const becomes = isRoot ? `${kind}, below a root for its trace` : kind;
  const name = isRoot ? `root ${String(record.type).toLowerCase()}` : String(record.type).toLowerCase();
  return sourceItem(context, { tool: TOOL, record: name, becomes }, { calls, losses });
}

const hasMedia = (record: Members) =>
  ["input", "output", "metadata"].some((name) => {
    const value = record[name];
    return value !== undefined && MEDIA.test(typeof value === "string" ? value : JSON.stringify(value));
  });

function readTrace(record: Members, context: RecordContext): (ImportItem | SkippedItem)[] {
  const losses: string[] = [];
  const call = traceCall(record, losses);
  if (typeof call === "string") return [skippedRecord(context, call)];
  if (hasMedia(record)) losses.push(MEDIA_LOSS);
  const source = { tool: TOOL, record: "trace", becomes: "root call; its session a thread" } as const;
  return [sourceItem(context, source, { calls: [call], losses }), ...nested(record, context, call.traceId)];
}

/** The observations and scores inside a downloaded trace. */
function nested(record: Members, context: RecordContext, traceId: string): (ImportItem | SkippedItem)[] {
  const inside = <Item>(name: string, read: (value: Members, context: RecordContext) => Item): Item[] => {
    const list = memberOf(record, name);
    return (Array.isArray(list) ? list.filter(isMembers) : []).map((value, index) => {
      const filePosition = `${context.filePosition}, ${name} ${index + 1}`;
      return read({ trace_id: traceId, ...value }, { ...context, filePosition });
    });
  };
  return [
    ...inside("observations", readObservation),
    ...inside("scores", (score, place) => readLangfuseScore(score, place, callOfScore)),
  ];
}

function callOfScore(traceId: string, observationId: string | null): string {
  return observationId === null ? traceCallId(traceId) : observationCallId(traceId, observationId);
}

/**
 * Reads a record of an export of Langfuse 3 or 4: an observation, a trace with or without what is below it, a score, a
 * version of a prompt, an item of a dataset, or a downloaded session. Null for any other value.
 */
export function langfuseItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (isLangfusePrompt(value)) return [readLangfusePrompt(value, context)];
  if (isLangfuseItem(value)) return [readLangfuseItem(value, context)];
  if (isObservation(value)) return [readObservation(value, context)];
  if (isLangfuseScore(value)) return [readLangfuseScore(value, context, callOfScore)];
  if (isTrace(value)) return readTrace(value, context);
  const { trace, observations } = value;
  if (isMembers(trace) && isTrace(trace))
    return readTrace({ ...trace, observations, scores: value.scores ?? trace.scores }, context);
  return null;
}
