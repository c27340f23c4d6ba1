"use client";

import { CircleStop, FileUp, Play, Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Button } from "@/components/ui/button";
import { fileKind, readTableFile } from "@/lib/dataset/read-table-file";
import { errorMessage } from "@/lib/failure/error-message";
import { countOf, formatCount } from "@/lib/format/count";
import { decodeText } from "@/lib/import/decode-text";
import { bytesOf } from "@/lib/import/file-bytes";
import { DatasetMenu } from "./dataset-menu";
import { MAX_ROWS, type RowsRead, rowsOfValues } from "./prepare-row-runs";
import { RowsTable } from "./rows-table";
import { SaveRows } from "./save-rows";
import { type RowsDraft, useRowRuns } from "./use-row-runs";

type RowsDialogProps = {
  playground: RowsDraft;
  names: readonly string[];
  canRun: boolean;
  onClose: () => void;
};

/** Runs the request once for each row of values, and saves the answers as a new table. */
export function RowsDialog({ playground, names, canRun, onClose }: RowsDialogProps) {
  return (
    <ViewDialog
      title="Run over rows"
      description={`Runs every column once per row, with the row’s values as variables. Up to ${formatCount(MAX_ROWS)} rows.`}
      size="full"
      onClose={onClose}
    >
      <Rows playground={playground} names={names} canRun={canRun} />
    </ViewDialog>
  );
}

function Rows({ playground, names, canRun }: Omit<RowsDialogProps, "onClose">) {
  const { draft, change, workspace } = playground;
  const runs = useRowRuns(playground);
  const file = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const { rows, columns } = draft;
  const take = (values: readonly Members[], more: (count: number) => string) => {
    const found = rowsOfValues(values, names);
    runs.forgetAll();
    change((before) => ({ ...before, rows: found.rows }));
    setNotice(readText(found, more));
  };
  const read = async (chosen: File) => {
    try {
      const values = await readTableFile(decodeText(bytesOf(chosen)), fileKind(chosen.name));
      take(values, (count) => `${formatCount(count)} more not loaded`);
    } catch (error) {
      // Users may choose a file that is not a table; the reason says where reading failed.
      setNotice(errorMessage(error));
    }
  };
  const [problem] = runs.problems;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          size="small"
          disabled={rows.length >= MAX_ROWS}
          icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
          onClick={() => change((before) => ({ ...before, rows: [...before.rows, {}] }))}
        >
          Row
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.tsv,.json,.jsonl"
          aria-label="File with rows"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) void read(chosen);
            event.target.value = "";
          }}
        />
        <Button
          size="small"
          icon={<FileUp size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          Load CSV or JSON file
        </Button>
        <DatasetMenu workspace={workspace} onRows={(values) => take(values, () => "more rows not loaded")} />
        {notice === null ? null : (
          <p role="status" className="min-w-0 text-small text-ink-2 [overflow-wrap:anywhere]">
            {notice}
          </p>
        )}
      </div>
      <RowsTable playground={playground} names={names} runs={runs} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-small text-ink-2">
          {runs.progress
            ? `${formatCount(runs.progress.done)} of ${formatCount(runs.progress.total)} finished`
            : `${countOf(rows.length, "row")}, ${countOf(rows.length * columns.length, "completion")}`}
          {problem ? <span className="text-err">. {problem.message}</span> : null}
        </p>
        {runs.isRunning ? null : <SaveRows playground={playground} runs={runs} />}
        {runs.isRunning ? (
          <Button
            kind="danger"
            icon={<CircleStop size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={runs.stop}
          >
            Stop
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={!canRun || rows.length === 0 || problem !== undefined}
            icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={runs.run}
          >
            Run {countOf(rows.length, "row")}
          </Button>
        )}
      </div>
    </div>
  );
}

function readText({ rows, missing, leftOut }: RowsRead, more: (count: number) => string): string {
  const facts = [`${countOf(rows.length, "row")} loaded`];
  if (leftOut > 0) facts.push(more(leftOut));
  if (missing.length > 0) facts.push(`no values for ${missing.join(", ")}`);
  return facts.join(", ");
}
