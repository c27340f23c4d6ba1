import type { Call } from "@/lib/api/contract/calls/calls";
import type { FileSink } from "@/lib/export/file-sink";
import {
  type CallScores,
  type ExportContent,
  type ExportField,
  type ExportFormat,
  exportWriter,
  parquetRow,
  parquetType,
} from "./calls-export-format";

/** A file of calls that is being written. */
interface CallsOutput {
  readonly add: (calls: readonly Call[], scores: CallScores | undefined) => Promise<void>;
  /** Writes what comes after the last call. The sink stays open. */
  readonly end: () => Promise<void>;
}

/** Begins a file of calls in a format. */
export async function openCallsOutput(
  sink: FileSink,
  format: ExportFormat,
  content: ExportContent,
  fields: readonly ExportField[],
): Promise<CallsOutput> {
  if (format === "parquet") {
    const { ParquetFile } = await import("@/lib/parquet/parquet-file");
    const file = new ParquetFile(sink, parquetType(fields));
    return {
      add: (calls, scores) => file.add(calls.map((call) => parquetRow(call, fields, scores))),
      end: () => file.end(),
    };
  }
  const writer = exportWriter(format, content, fields);
  await sink.write(writer.head);
  let isFirst = true;
  const lineOf = (call: Call, scores: CallScores | undefined) => {
    const line = writer.line(call, isFirst, scores);
    isFirst = false;
    return line;
  };
  return {
    add: (calls, scores) => sink.write(calls.map((call) => lineOf(call, scores)).join("")),
    end: () => sink.write(writer.foot),
  };
}
