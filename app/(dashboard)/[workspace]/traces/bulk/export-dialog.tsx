"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Segmented } from "@/components/form/segmented";
import { Callout } from "@/components/ui/callout";
import { useToast } from "@/components/ui/toast";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { readIncomplete } from "@/lib/document/read-incomplete";
import { canWriteFiles, openLargeFile } from "@/lib/export/file-sink";
import { incompleteName } from "@/lib/export/incomplete-name";
import { countOf } from "@/lib/format/count";
import type { Sort } from "@/lib/table/sort";
import {
  type ExportContent,
  type ExportFormat,
  exportFileName,
  exportFormats,
  mediaTypes,
} from "./calls-export-format";
import { LongTaskProgress } from "./long-task-progress";
import type { CallsSubject } from "./read-selected-calls";
import { useLongTask } from "./use-long-task";
import { writeExport } from "./write-export";

type ExportDialogProps = {
  subject: CallsSubject;
  /** The exported calls in words: `matching calls`. */
  what: string;
  shown: readonly string[];
  sort?: Sort;
  onClose: () => void;
};

/** Writes calls to a file while they are read, in the order and, optionally, with the columns of the list. */
export function ExportDialog({ subject, what, shown, sort, onClose }: ExportDialogProps) {
  const work = useLongTask();
  const toast = useToast();
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [content, setContent] = useState<ExportContent>("shown");
  const incomplete = useQuery({
    queryKey: [...serviceQueryKey(subject.connectionId, "storage.read", undefined), "incomplete", subject.projectId],
    queryFn: () => readIncomplete(subject),
  });
  const start = async () => {
    const usual = exportFileName(subject.projectId, format, Date.now());
    const { data: lacking } = incomplete.isPending ? await incomplete.refetch() : incomplete;
    const name = lacking === null ? usual : incompleteName(usual);
    const sink = await openLargeFile(name, mediaTypes[format]);
    if (sink === null) return;
    work.run(
      (control) => writeExport(subject, sink, { format, content, shown, sort, ...control }),
      (rowCount) => {
        onClose();
        toast(`${countOf(rowCount, "row")} exported to ${name}`);
      },
    );
  };
  return (
    <FormDialog
      title="Export"
      description={`${subject.count === null ? "All" : countOf(subject.count, "row")}: ${what}.`}
      action="Export"
      closeLabel="Close"
      isLocked={work.state.kind === "running"}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <Choice label="Format">
        <Segmented
          label="Format"
          size="small"
          value={format}
          segments={exportFormats.map((value) => ({
            value,
            label: value === "parquet" ? "Parquet" : value.toUpperCase(),
          }))}
          onChange={setFormat}
        />
      </Choice>
      <Choice label="Content">
        <Segmented
          label="Content"
          size="small"
          value={content}
          segments={[
            { value: "shown", label: "Shown columns" },
            { value: "everything", label: "Everything" },
          ]}
          onChange={setContent}
        />
      </Choice>
      <p className="text-small leading-[17px] text-ink-2">{CONTENT_LABELS(format, content)}</p>
      {typeof incomplete.data === "string" ? (
        <Callout tone="err">{incomplete.data} The name of the file says so.</Callout>
      ) : null}
      <p className="text-small leading-[17px] text-ink-3">
        {canWriteFiles()
          ? "The file is written to disk while rows arrive, at any size."
          : "This browser collects the file in memory before saving it, up to 1 GB."}
      </p>
      <LongTaskProgress
        state={work.state}
        total={subject.count}
        noun="rows written"
        onStop={work.stop}
        remaining={(done) => `No file was saved; ${countOf(done, "row")} had been read.`}
      />
    </FormDialog>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3 max-md:flex-wrap">
      <span aria-hidden="true" className="w-16 text-micro font-medium text-ink-3">
        {label}
      </span>
      {children}
    </div>
  );
}

function CONTENT_LABELS(format: ExportFormat, content: ExportContent): string {
  if (format === "jsonl" && content === "everything") {
    return "One call per line as the service returns it, with its payload and exact digits. The file can be imported again.";
  }
  if (content === "everything") return "All members of each call, including full inputs and output.";
  return "The id and the columns of the list in order, with full values and plain numbers.";
}
