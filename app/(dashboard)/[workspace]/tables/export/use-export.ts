"use client";

import { useRef, useState } from "react";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import type { TableQuery } from "@/app/(dashboard)/[workspace]/tables/stream/table-query-body";
import { useToast } from "@/components/ui/toast";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { fileNameOf } from "@/lib/export/file-naming";
import { openDownload, openLargeFile } from "@/lib/export/file-sink";
import { countOf } from "@/lib/format/count";
import { readFullTable, readLoaded } from "./export-reader";
import { type ExportProgress, writeTable } from "./export-table";
import { type ExportFormat, exportFileName, mediaTypes } from "./table-export-format";

type ExportState =
  | { readonly kind: "resting" }
  | ({ readonly kind: "writing"; readonly format: ExportFormat } & ExportProgress)
  | { readonly kind: "failed"; readonly format: ExportFormat; readonly failure: ServiceFailure };

export interface TableExport {
  readonly state: ExportState;
  readonly start: (format: ExportFormat) => void;
  readonly stop: () => void;
}

type ExportSubject = {
  question: TableQuery;
  title: string;
  /** All rows of the query when they are loaded; null when they must be requested. */
  loaded: readonly TableLine[] | null;
};

/** Writes the full table, with the filter and the order of the sheet, to a file. */
export function useExport({ question, title, loaded }: ExportSubject): TableExport {
  const toast = useToast();
  const [state, setState] = useState<ExportState>({ kind: "resting" });
  const abort = useRef<AbortController | null>(null);
  const run = async (format: ExportFormat) => {
    const name = await fileNameOf(exportFileName(title, question.digest, format));
    const open = loaded ? openDownload : openLargeFile;
    const sink = await open(name, mediaTypes[format]);
    if (sink === null) return;
    const running = new AbortController();
    abort.current = running;
    setState({ kind: "writing", format, step: "rows", rowCount: 0 });
    try {
      const read = loaded ? readLoaded(loaded, running.signal) : readFullTable(question, running.signal);
      const onProgress = (progress: ExportProgress) => setState({ kind: "writing", format, ...progress });
      const rowCount = await writeTable(read, format, sink, onProgress);
      setState({ kind: "resting" });
      toast(`Exported ${countOf(rowCount, "row")} to ${name}`);
    } catch (error) {
      if (isAbort(error)) setState({ kind: "resting" });
      else setState({ kind: "failed", format, failure: failureOf(error) });
    }
  };
  return {
    state,
    start: (format) => void run(format),
    stop: () => abort.current?.abort(),
  };
}
