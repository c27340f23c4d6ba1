import { FileUp, Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { Button } from "@/components/ui/button";
import { readTable } from "@/lib/dataset/read-table";
import { countOf, formatCount } from "@/lib/format/count";
import { errorMessage } from "@/lib/guard/error-message";
import { DatasetMenu } from "./dataset-menu";
import { MAX_ROWS } from "./prepare-row-runs";
import type { RowRuns, RowsDraft } from "./use-row-runs";

/** Adds a row, or replaces all rows with those of a file or a dataset. */
export function LoadRows({ playground, runs }: { playground: RowsDraft; runs: RowRuns }) {
  const { draft, change, workspace } = playground;
  const file = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const take = (values: readonly Members[], more: (count: number) => string) => {
    const rows = values.slice(0, MAX_ROWS);
    runs.forgetAll();
    change((before) => ({ ...before, rows, rowColumns: {} }));
    const leftOut = values.length - rows.length;
    setNotice(`${countOf(rows.length, "row")} loaded${leftOut > 0 ? `, ${more(leftOut)}` : ""}`);
  };
  const read = async (chosen: File) => {
    try {
      const values = await readTable(chosen);
      take(values, (count) => `${formatCount(count)} more not loaded`);
    } catch (error) {
      // Users may choose a file that is not a table; the reason says where reading failed.
      setNotice(errorMessage(error));
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button
        size="small"
        disabled={draft.rows.length >= MAX_ROWS || runs.isRunning}
        icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
        onClick={() => change((before) => ({ ...before, rows: [...before.rows, {}] }))}
      >
        Row
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,.tsv,.json,.jsonl,.parquet,.gz,.zst"
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
  );
}
