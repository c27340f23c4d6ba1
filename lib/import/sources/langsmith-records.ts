import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import {
  isLangsmithDataset,
  isLangsmithExample,
  isLangsmithPrompt,
  readLangsmithDataset,
  readLangsmithExample,
  readLangsmithPrompt,
} from "./langsmith-objects";
import {
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
import { type TokenCounts, usageOfCounts } from "./token-usage";

const TOOL = "LangSmith";

const KINDS: ReadonlyMap<string, string | null> = new Map([
  ["llm", "llm"],
  ["chain", "chain"],
  ["tool", "tool"],
  ["retriever", "retrieval"],
  ["embedding", "embedding"],
  ["prompt", null],
  ["parser", null],
]);

const RUN_COLUMNS = new Set(
  "id,trace_id,parent_run_id,parent_run_ids,name,run_type,start_time,end_time,inputs,outputs,error,first_token_time,tags,dotted_order,child_run_ids,is_root".split(
    ",",
  ),
);

/** Metadata that names the conversation of a run, as LangSmith looks for it. */
const THREAD_MEMBERS = ["session_id", "thread_id", "conversation_id"];

const STORED_ELSEWHERE = "Inputs or outputs are in a storage of LangSmith, to which the export has only addresses.";
const NO_END = "The export has no end time, so the call ends when it starts.";
const ONLY_COUNTS = "Feedback is only counted in the runs of a bulk export; export the feedback itself as well.";

const runCallId = (runId: string) => sourceId(TOOL, "run", runId);

function countsOf(run: Members, outputs: Members): TokenCounts {
  const usage = usageIn(outputs) ?? {};
  const details = (name: string) => objectOf(usage, name);
  const [read, written] = ["cache_read", "cache_creation"].map((name) =>
    numberOf(details("input_token_details")[name]),
  );
  return {
    input: numberOf(usage.input_tokens) ?? numberOf(memberOf(run, "prompt_tokens")),
    output: numberOf(usage.output_tokens) ?? numberOf(memberOf(run, "completion_tokens")),
    total: numberOf(usage.total_tokens) ?? numberOf(memberOf(run, "total_tokens")),
    cacheRead: read ?? null,
    cacheWritten: written ?? null,
    reasoning: numberOf(details("output_token_details").reasoning),
  };
}

/** The usage of the outputs themselves, or of the message in the first generation. */
function usageIn(outputs: Members): Members | null {
  if (isMembers(outputs.usage_metadata)) return outputs.usage_metadata;
  const generations = Array.isArray(outputs.generations) ? outputs.generations.flat() : [];
  const [first] = generations;
  const message = isMembers(first) ? first.message : undefined;
  if (!isMembers(message)) return null;
  const { kwargs = message } = message;
  return isMembers(kwargs) && isMembers(kwargs.usage_metadata) ? kwargs.usage_metadata : null;
}

function lossesOf(run: Members, isEndLost: boolean): string[] {
  const losses: string[] = isEndLost ? [NO_END] : [];
  const urls = ["inputs_s3_urls", "outputs_s3_urls", "s3_urls"].some(
    (name) => Object.keys(objectOf(run, name)).length > 0,
  );
  if (urls) losses.push(STORED_ELSEWHERE);
  if (Object.keys(objectOf(run, "feedback_stats")).length > 0) losses.push(ONLY_COUNTS);
  return losses;
}

function attributesOf(
  run: Members,
  kind: string | null,
  model: string | null,
  startedAt: string,
): Record<string, unknown> {
  const user = textOf(objectOf(objectOf(run, "extra"), "metadata"), "user_id");
  const costUsd = kind === "llm" ? numberOf(memberOf(run, "total_cost")) : null;
  const firstToken = utcTime(memberOf(run, "first_token_time"));
  return {
    ...(kind === null ? {} : { kind }),
    ...(model === null ? {} : { model }),
    import: { source: "langsmith" },
    langsmith: { id: textOf(run, "id"), ...otherMembers(run, RUN_COLUMNS) },
    ...(user === null ? {} : { user_id: user }),
    ...(memberOf(run, "tags") === undefined ? {} : { tags: unpacked(memberOf(run, "tags")) }),
    ...(costUsd === null ? {} : { cost_as_sent_usd: costUsd }),
    ...(firstToken === null
      ? {}
      : { time_to_first_chunk_s: Math.max(0, (Date.parse(firstToken) - Date.parse(startedAt)) / 1000) }),
  };
}

function modelOf(extra: Members): string | null {
  const params = objectOf(extra, "invocation_params");
  return textOf(objectOf(extra, "metadata"), "ls_model_name") ?? textOf(params, "model", "model_name");
}

function readRun(run: Members, context: RecordContext): ImportItem | SkippedItem {
  const id = textOf(run, "id");
  const startedAt = utcTime(memberOf(run, "start_time"));
  if (id === null || startedAt === null)
    return skippedRecord(context, "The run has no id or no start_time that can be read.");
  const type = textOf(run, "run_type") ?? "";
  const kind = KINDS.get(type) ?? null;
  const extra = objectOf(run, "extra");
  const model = modelOf(extra);
  const traceId = textOf(run, "trace_id") ?? id;
  const parent = textOf(run, "parent_run_id");
  const threadId = textOf(objectOf(extra, "metadata"), ...THREAD_MEMBERS);
  const outputs = objectOf(run, "outputs");
  const error = textOf(run, "error");
  const ended = utcTime(memberOf(run, "end_time"));
  const isEndLost = ended === null && (error !== null || Object.keys(outputs).length > 0);
  const call: SourceCall = {
    id: runCallId(id),
    traceId,
    parentId: parent === null ? null : runCallId(parent),
    name: textOf(run, "name") ?? type,
    startedAt,
    endedAt: ended ?? (isEndLost ? startedAt : null),
    threadId,
    turnId: threadId === null ? null : runCallId(traceId),
    attributes: attributesOf(run, kind, model, startedAt),
    inputs: { ...(kind === "llm" && model !== null ? { model } : {}), ...inputsOf(unpacked(memberOf(run, "inputs"))) },
    output: unpacked(memberOf(run, "outputs")) ?? null,
    exception: error,
    // LangSmith adds the tokens of a model up at every run above it.
    usage: kind === "llm" ? usageOfCounts(model, countsOf(run, outputs)) : null,
  };
  const source = { tool: TOOL, record: `${type} run`, becomes: kind === "llm" ? "call, LLM" : "call" } as const;
  return sourceItem(context, source, { calls: [call], losses: lossesOf(run, isEndLost) });
}

function readFeedback(feedback: Members, context: RecordContext): ImportItem | SkippedItem {
  const [id, key, runId] = [textOf(feedback, "id"), textOf(feedback, "key"), textOf(feedback, "run_id")];
  if (id === null || key === null) return skippedRecord(context, "The feedback has no id or no key.");
  if (runId === null)
    return skippedRecord(context, `The feedback ${key} is of a project, which has no call to keep it.`);
  const value = unpacked(memberOf(feedback, "score", "value"));
  const [comment, correction] = [textOf(feedback, "comment"), unpacked(memberOf(feedback, "correction"))];
  if (value === undefined && comment === null && correction === undefined) {
    return skippedRecord(context, `The feedback ${key} has no score, value, comment or correction.`);
  }
  const label = unpacked(memberOf(feedback, "value"));
  const from = unpacked(memberOf(feedback, "feedback_source"));
  const payload = {
    ...(value === undefined ? {} : { value: typeof value === "string" ? (numberOf(value) ?? value) : value }),
    ...(typeof label === "string" && label !== value ? { label } : {}),
    ...(comment === null ? {} : { explanation: comment }),
    ...(correction === undefined ? {} : { correction }),
    ...(from === undefined ? {} : { from }),
    ...(memberOf(feedback, "created_at") === undefined ? {} : { scored_at: textOf(feedback, "created_at") }),
  };
  const source = { tool: TOOL, record: "feedback", becomes: "feedback" } as const;
  return sourceItem(context, source, { scores: [{ id, callId: runCallId(runId), name: key, payload }] });
}

/**
 * Reads a run or a feedback of LangSmith, of its API or a bulk export, an example, a dataset or a commit of a prompt. Null
 * for any other value.
 */
export function langsmithItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (KINDS.has(String(value.run_type)) && "start_time" in value) return [readRun(value, context)];
  if ("key" in value && "run_id" in value && ["score", "value", "comment"].some((name) => name in value)) {
    return [readFeedback(value, context)];
  }
  if (isLangsmithExample(value)) return [readLangsmithExample(value, context)];
  if (isLangsmithDataset(value)) return [readLangsmithDataset(value, context)];
  if (isLangsmithPrompt(value)) return [readLangsmithPrompt(value, context)];
  return null;
}
