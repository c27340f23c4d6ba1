import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import type { ImportedRow } from "@/lib/import/values/imported-object";
import { isMembers, type Members } from "@/lib/json/value/members";
import { objectItem } from "./source-objects";
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
  unpacked,
  utcTime,
} from "./source-record";
import { usageOfCounts } from "./token-usage";

const TOOL = "OpenAI Evals";
const SOURCE = "openai-evals";

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

/** The row that an item was made from. Runs of one eval share their rows. */
function rowOf(record: Members, evalId: string): ImportedRow | null {
  const item = unpacked(record.datasource_item);
  if (!isMembers(item)) return null;
  const id = textOf(record, "datasource_item_id");
  const dataset = { key: evalId, name: null, source: SOURCE };
  return { kind: "row", dataset, id, changed: null, row: { ...(id === null ? {} : { id }), ...item } };
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
      import: { source: SOURCE },
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
  const row = evalId === null ? null : rowOf(record, evalId);
  const becomes = `call, LLM, with feedback of each grader${row === null ? "" : "; its row in a dataset"}`;
  const source = { tool: TOOL, record: "output item", becomes } as const;
  const stored = sourceItem(context, source, {
    calls: [call],
    scores: scoresOf(record, callId, id),
    losses: [ONE_TIME],
  });
  return row === null ? stored : { ...stored, objects: [row], counts: { ...stored.counts, rows: 1 } };
}

const DEFINITION = "The definition of an eval (data source and graders) has no place; only its name is read.";

/** Reads what an eval is called, for the rows of the same file. */
function readEval(record: Members, context: RecordContext): ImportItem | SkippedItem {
  const key = textOf(record, "id");
  if (key === null) return skippedRecord(context, "The eval has no id.");
  const dataset = { key, name: textOf(record, "name"), source: SOURCE };
  const source = { tool: TOOL, record: "eval", becomes: "name of its rows" } as const;
  return objectItem(context, source, [{ kind: "dataset", dataset, description: null }], [DEFINITION]);
}

/** Returns whether a value is a line of the data of an eval. */
const isDataLine = (value: Members) =>
  isMembers(value.item) && Object.keys(value).every((name) => name === "item" || name === "sample");

/** Reads a line of the data of an eval. It names no eval, so the file does. */
function readDataLine({ item, sample }: Members, context: RecordContext): ImportItem {
  const { fileName = "items" } = context;
  const dataset = { key: "data", name: fileName.replace(/(\.[a-z0-9]{1,5})+$/i, ""), source: SOURCE };
  const row = { ...(isMembers(item) ? item : {}), ...(sample === undefined ? {} : { sample }) };
  const source = { tool: TOOL, record: "item", becomes: "row of a dataset" } as const;
  return objectItem(context, source, [{ kind: "row", dataset, id: null, changed: null, row }]);
}

const RUN_NOT_READ = "The summary of an eval run has no place; only output items are read.";
const PROMPT_NOT_READ =
  "No interface of OpenAI ever returned the text of stored prompts: only their ids and variables are in requests.";

/** Reads an output item of an eval run or an eval, as OpenAI's API returned them, or a line of data. Null for others. */
export function openaiEvalItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (value.object === "eval.run.output_item") return [readOutputItem(value, context)];
  if (value.object === "eval") return [readEval(value, context)];
  if (isDataLine(value)) return [readDataLine(value, context)];
  if (value.object === "eval.run") return [skippedRecord(context, RUN_NOT_READ)];
  const isStoredPrompt = value.object === "prompt" || /^pmpt_/.test(textOf(value, "id") ?? "");
  return isStoredPrompt ? [skippedRecord(context, PROMPT_NOT_READ)] : null;
}
