import { resolveCallField } from "@/service/traces/store/calls/call-fields";
import { filterConditions } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { jsonPattern } from "@/service/traces/store/expression/text-search";
import { MESSAGE_COLUMNS, NO_MESSAGES } from "./message-previews";

export interface PreviewRow {
  readonly callId: string;
  readonly begin: string;
  readonly outputBegin: string;
  readonly inputsLength: number;
  readonly outputLength: number;
  /** In the order of the paths; empty where a path has no value. */
  readonly found: readonly string[];
  readonly traceId: string;
  /** 1 for the first call of a trace. */
  readonly isFirst: number;
  /** Only where messages were requested, else empty: values that are short enough to be read. */
  readonly inputsWhole: string;
  readonly outputWhole: string;
  /** Their beginnings and their ends, where they are longer. */
  readonly inputsHead: string;
  readonly outputHead: string;
  readonly inputsTail: string;
  readonly outputTail: string;
  /** Messages of longer values that the engine found; empty where there are none. */
  readonly lastMessage: string;
  readonly answer: string;
  readonly toolCalls: string;
  /** The text that is to be found as inputs and output have it, and what is before and after it; empty without one. */
  readonly inputsHit: readonly [before: string, hit: string, after: string];
  readonly outputHit: readonly [before: string, hit: string, after: string];
}

/** The calls, the values inside them, and the number of characters of each. */
interface PreviewRequest {
  readonly projectId: string;
  readonly ids: readonly string[];
  readonly paths: readonly string[];
  readonly length: number;
  readonly withMessages: boolean;
  /** A text to find in inputs and output; null for none. */
  readonly find: string | null;
}

/**
 * Returns the first characters of inputs, outputs and values inside calls, cut in the engine so that no full payload
 * leaves it.
 * @throws ForbiddenError for a path that conditions may not use either
 */
export async function readPreviews(
  store: Store,
  { projectId, ids, paths, length, withMessages, find }: PreviewRequest,
  signal: AbortSignal,
): Promise<readonly PreviewRow[]> {
  const values = valuesAt(paths);
  if (ids.length === 0) return [];
  const where = callsWhereClause(projectId, filterConditions({ call_ids: [...ids] }));
  return await store.read<PreviewRow>({
    sql: `SELECT call_rows.id AS callId,
  substringUTF8(inputs, 1, {length:UInt32}) AS begin, substringUTF8(output, 1, {length:UInt32}) AS outputBegin,
  lengthUTF8(inputs) AS inputsLength, lengthUTF8(output) AS outputLength, ${values.sql} AS found,
  ${withMessages ? MESSAGE_COLUMNS : NO_MESSAGES},
  ${hitAt("inputs", find)} AS inputsHit, ${hitAt("output", find)} AS outputHit
FROM call_rows WHERE ${where.sql}`,
    params: {
      ...where.params,
      ...values.params,
      length,
      ...(find === null
        ? {}
        : { findPattern: jsonPattern(find, true), beforeBytes: BEFORE_BYTES, afterBytes: AFTER_BYTES }),
      ...(withMessages ? { readBytes: readBytes(ids.length), headLength: HEAD_LENGTH, tailLength: TAIL_LENGTH } : {}),
    },
    signal,
  });
}

/** A longer value is read by its beginning and its end; of many calls, each is read less. */
const MAX_READ_BYTES = 32_768;
const MAX_READ_BYTES_OF_ALL = 4_000_000;
const HEAD_LENGTH = 4096;
const TAIL_LENGTH = 8192;

const readBytes = (count: number) => Math.min(MAX_READ_BYTES, Math.floor(MAX_READ_BYTES_OF_ALL / count));

/** Around a text that is found, so much is returned: a line of a list, in any script. */
const BEFORE_BYTES = 200;
const AFTER_BYTES = 600;

/** Returns SQL for a searched text as a column has it, with what is around it. */
function hitAt(column: string, find: string | null): string {
  if (find === null) return "['', '', '']";
  const cut = (from: string, length: string) => `toValidUTF8(substring(call_rows.${column}, ${from}, ${length}))`;
  return `arrayMap(hit -> if(hit = '', ['', '', ''], arrayMap(place -> [
    ${cut("greatest(1, toInt64(place) - {beforeBytes:Int64})", "least({beforeBytes:Int64}, toInt64(place) - 1)")}, hit,
    ${cut("place + length(hit)", "{afterBytes:UInt64}")}],
    [position(call_rows.${column}, hit)])[1]), [extract(call_rows.${column}, {findPattern:String})])[1]`;
}

/** Returns SQL for the list of value previews. Paths are those that conditions and sort keys may use. */
function valuesAt(paths: readonly string[]) {
  const params = new SqlParams("path_");
  const fields = paths.map((path) => resolveCallField(path, params));
  const texts = fields.map((field) =>
    field.kind === "json" ? field.path.raw : `if(isNull(${field.sql}), '', toJSONString(${field.sql}))`,
  );
  return {
    sql: `CAST([${texts.map((text) => `substringUTF8(${text}, 1, {length:UInt32})`).join(", ")}], 'Array(String)')`,
    params: params.values(),
  };
}
