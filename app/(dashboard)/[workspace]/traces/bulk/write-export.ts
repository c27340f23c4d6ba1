import { readScores } from "@/components/score/read-scores";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { FileSink } from "@/lib/export/file-sink";
import { isScoreField } from "@/lib/score/score-field";
import {
  type CallScores,
  type ExportContent,
  type ExportFormat,
  exportFields,
  exportMembers,
} from "./calls-export-format";
import { openCallsOutput } from "./calls-output";
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

async function scoresOf(subject: CallsSubject, calls: readonly Call[], signal: AbortSignal): Promise<CallScores> {
  return new Map(await readScores(subject, { call_ids: calls.map(({ id }) => id) }, signal));
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
  const hasScores = content === "shown" && shown.some(isScoreField);
  let rowCount = 0;
  try {
    const output = await openCallsOutput(sink, format, content, fields);
    await readCalls(subject, {
      ...(columns === undefined ? {} : { columns }),
      ...(sort === undefined ? {} : { sort: [sort] }),
      signal,
      onCalls: async (calls) => {
        for (let at = 0; at < calls.length; at += SLICE_CALLS) {
          signal.throwIfAborted();
          const slice = calls.slice(at, at + SLICE_CALLS);
          const scores = hasScores ? await scoresOf(subject, slice, signal) : undefined;
          await output.add(slice, scores);
          rowCount += slice.length;
          onProgress(rowCount);
          await yieldToEventLoop();
        }
      },
    });
    await output.end();
    await sink.close();
    return rowCount;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}
