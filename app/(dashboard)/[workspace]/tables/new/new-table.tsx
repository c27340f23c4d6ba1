"use client";

import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { exportColumns } from "@/app/(dashboard)/[workspace]/tables/export/table-export-format";
import { FieldDiscovery } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { failureOf } from "@/lib/api/client/request-failure";
import { objectName } from "@/lib/dataset/publish-table";
import { failureText } from "@/lib/failure/failure-text";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type BaseTable, type NewTable, type ReadFile, useNewTable } from "./use-new-table";

const SHOWN_COLUMNS = 12;

type NewTableDialogProps = {
  workspace: Workspace;
  /** The table to which the rows are appended; absent for a new table. */
  base?: BaseTable;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onCreated: (made: NewTable) => void;
};

/**
 * Creates a table from a file, or from another table and a file. The file is read and checked in the browser,
 * previewed, and then stored completely.
 */
export function NewTableDialog({ workspace, base, isOpen, onOpenChange, onCreated: onMade }: NewTableDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={base ? "Append rows from a file" : "New table from a file"}
      description={`CSV or TSV with a header row, a JSON list of objects, or JSONL. Dotted headers become nested fields.${base ? " Tables are immutable: this creates a new table with these rows appended." : ""}`}
      className="w-[min(520px,calc(100vw-24px))]"
    >
      <NewTableForm workspace={workspace} base={base ?? null} onCreated={onMade} />
    </Dialog>
  );
}

type NewTableFormProps = { workspace: Workspace; base: BaseTable | null; onCreated: (made: NewTable) => void };

function NewTableForm({ workspace, base, onCreated: onMade }: NewTableFormProps) {
  const { reading, making, storedCount } = useNewTable(workspace, base, onMade);
  const file = reading.data ?? null;
  return (
    <div className="grid gap-3">
      <FilePicker name={file?.name ?? null} isBusy={reading.isPending || making.isPending} onFile={reading.mutate} />
      {reading.error ? <Callout tone="err">{reading.error.message} Nothing was stored.</Callout> : null}
      {file ? (
        <FileForm
          key={file.name}
          file={file}
          base={base}
          isBusy={making.isPending}
          storedCount={storedCount}
          onCreate={(name) => making.mutate({ rows: file.rows, name })}
        />
      ) : null}
      {making.error ? (
        <Callout tone="err">
          <span className="font-medium">{failureText(failureOf(making.error)).title}</span>
          <FailureDetails failure={failureOf(making.error)} />
        </Callout>
      ) : null}
    </div>
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
        accept=".csv,.tsv,.tab,.json,.jsonl,.ndjson"
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

type FileFormProps = {
  file: ReadFile;
  base: BaseTable | null;
  isBusy: boolean;
  storedCount: number;
  onCreate: (name: string) => void;
};

function FileForm({ file, base, isBusy, storedCount, onCreate: onMake }: FileFormProps) {
  const [name, setName] = useState(() =>
    base ? (base.origin?.name ?? "") : objectName(file.name.replace(/\.\w+$/, "")),
  );
  const clean = objectName(name);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onMake(clean);
      }}
    >
      <FileColumns file={file} />
      <Field
        label="Dataset name"
        hint={
          clean === ""
            ? "A table without a name can only be found by its digest."
            : `Saved as ${clean}, as a new version if it exists.`
        }
      >
        {(ids) => <Input {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <span className="flex items-center gap-2">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {base ? "Append rows" : "Create table"}
        </Button>
        {isBusy ? (
          <span role="status" className="text-small text-ink-2">
            {formatCount(storedCount)} of {countOf(file.rows.length, "row")} stored
          </span>
        ) : null}
      </span>
    </form>
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
