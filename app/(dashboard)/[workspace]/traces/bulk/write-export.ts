import type { FileSink } from "@/lib/export/file-sink";
import {
  type ExportContent,
  type ExportFormat,
  exportFields,
  exportMembers,
  exportWriter,
} from "./calls-export-format";
import { type CallsSubject, readCalls } from "./read-selected-calls";

/** Calls that are formatted before the page may redraw. */
const SLICE_CALLS = 200;

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly content: ExportContent;
  /** Ids of the shown columns, in order. */
  readonly shown: readonly string[];
  readonly sort?: { readonly field: string; readonly direction: "asc" | "desc" } | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (rowCount: number) => void;
}

/** Lets the page redraw and handle input. */
const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/**
 * Writes calls to a file, completely or not at all. Returns the number of calls.
 *
 * @throws anything that reading or writing throws; the file is aborted then
 */
export async function writeExport(subject: CallsSubject, sink: FileSink, options: ExportOptions): Promise<number> {
  const { format, content, shown, sort, signal, onProgress } = options;
  const fields = exportFields(content, shown);
  const columns = exportMembers(content, fields);
  const writer = exportWriter(format, content, fields);
  let rowCount = 0;
  try {
    await sink.write(writer.head);
    await readCalls(subject, {
      ...(columns === undefined ? {} : { columns }),
      ...(sort === undefined ? {} : { sort: [sort] }),
      signal,
      onCalls: async (calls) => {
        for (let at = 0; at < calls.length; at += SLICE_CALLS) {
          signal.throwIfAborted();
          const slice = calls.slice(at, at + SLICE_CALLS);
          await sink.write(slice.map((call, index) => writer.line(call, rowCount + index === 0)).join(""));
          rowCount += slice.length;
          onProgress(rowCount);
          await yieldToEventLoop();
        }
      },
    });
    await sink.write(writer.foot);
    await sink.close();
    return rowCount;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
