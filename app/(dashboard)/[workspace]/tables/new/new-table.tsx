"use client";

import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { exportColumns } from "@/app/(dashboard)/[workspace]/tables/export/table-export-format";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { objectName } from "@/lib/api/contract/objects/object-name";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type BaseTable, type NewTable, type ReadFile, useNewTable } from "./use-new-table";

const SHOWN_COLUMNS = 12;

type NewTableDialogProps = {
  workspace: Workspace;
  /** The table to which the rows are appended; absent for a new table. */
  base?: BaseTable;
  onCreated: (made: NewTable) => void;
  onClose: () => void;
};

/**
 * Creates a table from a file, or from another table and a file. The file is read and checked in the browser,
 * previewed, and then stored completely.
 */
export function NewTableDialog({ workspace, base, onCreated, onClose }: NewTableDialogProps) {
  const { reading, making, storedCount } = useNewTable(workspace, base ?? null, onCreated);
  const [typedName, setTypedName] = useState<string | null>(null);
  const file = reading.data ?? null;
  const name = typedName ?? (file === null ? "" : suggestedName(file, base));
  return (
    <FormDialog
      title={base ? "Append rows from a file" : "Create table from file"}
      description={`CSV or TSV with a header row, a JSON list of objects, or JSONL. Dotted headers become nested fields.${base ? " Tables are immutable: this creates a new table with these rows appended." : ""}`}
      size="wide"
      action={base ? "Append rows" : "Create table"}
      isReady={file !== null}
      change={making}
      messages={reading.error ? [`${reading.error.message} Nothing was stored.`] : undefined}
      aside={
        file !== null && making.isPending ? (
          <span role="status" className="text-small text-ink-2">
            {formatCount(storedCount)} of {countOf(file.rows.length, "row")} stored
          </span>
        ) : null
      }
      onSubmit={() => {
        if (file !== null) making.mutate({ rows: file.rows, name: objectName(name) });
      }}
      onClose={onClose}
    >
      <FilePicker
        name={file?.name ?? null}
        isBusy={reading.isPending || making.isPending}
        onFile={(chosen) => {
          setTypedName(null);
          reading.mutate(chosen);
        }}
      />
      {file === null ? null : (
        <>
          <FileColumns key={file.name} file={file} />
          <NameField name={name} onChange={setTypedName} />
        </>
      )}
    </FormDialog>
  );
}

function suggestedName(file: ReadFile, base: BaseTable | undefined): string {
  return base ? (base.origin?.name ?? "") : objectName(file.name.replace(/\.\w+$/, ""));
}

function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const clean = objectName(name);
  return (
    <Field
      label="Dataset name"
      hint={
        clean === ""
          ? "A table without a name can only be found by its digest."
          : `Saved as ${clean}, as a new version if it exists.`
      }
    >
      {(ids) => <Input {...ids} value={name} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

type FilePickerProps = { name: string | null; isBusy: boolean; onFile: (file: File) => void };

function FilePicker({ name, isBusy, onFile }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !isBusy) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="File"
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      className="flex min-h-[72px] flex-wrap items-center justify-center gap-2 rounded-control border border-dashed border-line-input px-3"
    >
      <Upload size={16} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
      <span className="min-w-0 truncate">{name ?? "Drop a file here"}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.tab,.json,.jsonl,.ndjson,.parquet,.gz,.zst"
        aria-label="File of rows"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          // Lets the user choose the same file again after changing it.
          event.target.value = "";
        }}
      />
      <Button size="small" isBusy={isBusy} onClick={() => input.current?.click()}>
        {name === null ? "Choose a file" : "Choose another file"}
      </Button>
    </section>
  );
}

/** Shows the rows and columns that were read. */
function FileColumns({ file }: { file: ReadFile }) {
  const [columns] = useState(() => {
    const discovery = new FieldDiscovery(new Set());
    discovery.addPart(file.rows.map((val) => ({ val })));
    return exportColumns(discovery.root).filter(({ path }) => path !== null);
  });
  return (
    <div className="text-small">
      <p className="font-medium">
        {countOf(file.rows.length, "row")}, {countOf(columns.length, "column")}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5">
        {columns.slice(0, SHOWN_COLUMNS).map((column) => (
          <li key={column.id} className="max-w-full truncate">
            <span className="text-code">{column.id}</span> <span className="text-ink-3">{column.type}</span>
          </li>
        ))}
        {columns.length > SHOWN_COLUMNS ? (
          <li className="text-ink-3">and {formatCount(columns.length - SHOWN_COLUMNS)} more</li>
        ) : null}
      </ul>
    </div>
  );
}
