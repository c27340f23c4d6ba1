import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import type { Members } from "@/lib/json/value/members";
import {
  memberOf,
  numberOf,
  objectOf,
  objectsIn,
  otherMembers,
  type RecordContext,
  type SourceScore,
  skippedRecord,
  sourceId,
  sourceItem,
  textOf,
  utcTime,
} from "./source-record";
import { usageOfCounts } from "./token-usage";

const TOOL = "OpenAI Evals";

const ONE_TIME = "An item has one time, when it was created, so its call has no duration.";
const COLUMNS = new Set("object,id,results,sample,created_at,status,eval_id,run_id".split(","));
const SAMPLE_COLUMNS = new Set("input,output,model,usage,error".split(","));

/** Each grader judges with a number, or only with passed or not. */
function scoresOf(record: Members, callId: string, itemId: string): SourceScore[] {
  return objectsIn(record.results).flatMap((result, index) => {
    const name = textOf(result, "name") ?? `grader ${index + 1}`;
    const passed = memberOf(result, "passed");
    const value = numberOf(result.score) ?? passed;
    if (value === undefined) return [];
    const payload = { value, ...(typeof passed === "boolean" ? { passed } : {}), grader: textOf(result, "type") };
    return [{ id: `${itemId}/${name}/${index}`, callId, name, payload }];
  });
}

function readOutputItem(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const id = textOf(record, "id");
  const createdAt = utcTime(memberOf(record, "created_at"));
  if (id === null || createdAt === null) return skippedRecord(context, "The output item has no id or no created_at.");
  const sample = objectOf(record, "sample");
  const usage = objectOf(sample, "usage");
  const model = textOf(sample, "model");
  const error = objectOf(sample, "error");
  const isFailed = Object.keys(error).length > 0;
  const callId = sourceId(TOOL, "output item", textOf(record, "run_id") ?? "", id);
  const evalId = textOf(record, "eval_id");
  const call = {
    id: callId,
    traceId: callId,
    parentId: null,
    name: evalId ?? "eval",
    startedAt: createdAt,
    endedAt: createdAt,
    threadId: null,
    turnId: null,
    attributes: {
      kind: "llm",
      ...(model === null ? {} : { model }),
      import: { source: "openai-evals" },
      openai_eval: {
        id,
        eval_id: evalId,
        run_id: textOf(record, "run_id"),
        ...otherMembers(record, COLUMNS),
        ...otherMembers(sample, SAMPLE_COLUMNS),
      },
    },
    inputs: { ...(model === null ? {} : { model }), messages: objectsIn(sample.input) },
    output: objectsIn(sample.output),
    exception: isFailed ? (textOf(error, "message", "code") ?? "error") : null,
    usage: usageOfCounts(model, {
      input: numberOf(usage.prompt_tokens),
      output: numberOf(usage.completion_tokens),
      total: numberOf(usage.total_tokens),
      cacheRead: numberOf(usage.cached_tokens),
    }),
  };
  const source = { tool: TOOL, record: "output item", becomes: "call, LLM, with feedback of each grader" } as const;
  return sourceItem(context, source, { calls: [call], scores: scoresOf(record, callId, id), losses: [ONE_TIME] });
}

const NOT_READ: ReadonlyMap<unknown, string> = new Map([
  ["eval", "The definition of an eval (data source and graders) has no place; only output items are read."],
  ["eval.run", "The summary of an eval run has no place; only output items are read."],
]);

/** Reads an output item of an eval run, as OpenAI's API returned it. Null for any other value. */
export function openaiEvalItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (value.object === "eval.run.output_item") return [readOutputItem(value, context)];
  const reason = NOT_READ.get(value.object);
  return reason === undefined ? null : [skippedRecord(context, reason)];
}
