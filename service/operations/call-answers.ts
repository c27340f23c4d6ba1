import type { HandlerContext } from "@/service/http/handler";
import { type CallExtras, type CallLineOptions, callText, columnsOfLine } from "@/service/operations/call-line";
import type { CallKey } from "@/service/store/call-keys";
import { type CallRow, fetchCalls } from "@/service/store/call-rows";
import { readTraceSizes } from "@/service/store/call-sizes";

/** What a reader of calls asks for besides the calls. */
export interface CallAnswerOptions extends CallLineOptions {
  readonly includeTotalStorageSize: boolean;
}

/** The calls with these keys as JSON texts, a block at a time, in the order of the keys. */
export async function* callTexts(
  context: Pick<HandlerContext, "store" | "signal">,
  keys: readonly CallKey[],
  options: CallAnswerOptions,
): AsyncGenerator<string[], void, void> {
  const { store, signal } = context;
  const columns = columnsOfLine(options);
  if (options.includeTotalStorageSize) columns.push("parent_id");
  for await (const rows of fetchCalls(store, options.projectId, keys, columns, signal)) {
    const extras = await readExtras(context, rows, options);
    yield rows.map((row) => callText(row, options, extras(row)));
  }
}

async function readExtras(
  { store, signal }: Pick<HandlerContext, "store" | "signal">,
  rows: readonly CallRow[],
  options: CallAnswerOptions,
): Promise<(row: CallRow) => CallExtras> {
  const roots = options.includeTotalStorageSize ? rows.filter((row) => !row.parent_id) : [];
  const traceIds = roots.map((row) => row.trace_id);
  const sizes = await readTraceSizes(store, options.projectId, traceIds, signal);
  return (row) => (row.parent_id ? {} : { totalStorageSizeBytes: sizes.get(row.trace_id) ?? null });
}
