"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { proposedColumn } from "@/lib/dataset/propose-column";
import type { Workspace } from "@/lib/workspace/workspace";
import { namesToMap } from "./column-names";
import type { DraftControl } from "./draft-control";
import { FieldError } from "./field-error";
import { useTableColumns } from "./use-table-columns";

type ColumnsPartProps = { workspace: Workspace; control: DraftControl; errors: ReadonlyMap<string, string> };

const MAX_PREVIEW_LENGTH = 200;

/** The name that the SDK's model takes when it runs the evaluation again. */
const SDK_INPUT = "user_input";

/** Which columns the names in prompts and scorers stand for, with a proposal and the first row's value. */
export function ColumnsPart({ workspace, control, errors }: ColumnsPartProps) {
  const { draft, change } = control;
  const table = useTableColumns(workspace, draft.datasetRef);
  if (table === null || table.columns.length === 0) return null;
  const { columns, rows } = table;
  // A mapping to a column that the table lacks is a problem of that column, not a name to map.
  const messages = [...errors].flatMap(([path, message]) => (path.startsWith("column_map") ? [] : [message]));
  const names = namesToMap(draft, columns, messages);
  const map = (name: string, column: string) => change({ columnMap: { ...draft.columnMap, [name]: column } });
  const unmap = (name: string) => {
    const { [name]: _removed, ...columnMap } = draft.columnMap;
    change({ columnMap });
  };
  return (
    <section aria-label="Columns" className="border-b border-line px-4 py-2 max-md:px-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="text-small font-medium">Columns</h3>
        <span className="min-w-0 text-small text-ink-3">
          {names.length === 0
            ? "Prompts and scorers read the columns by their own names."
            : "Names in prompts and scorers, and the columns that they stand for."}
        </span>
        <AddName
          taken={[...columns, ...names]}
          onAdd={(name) => map(name, proposedColumn(name, columns) || (columns[0] ?? ""))}
        />
      </div>
      {names.length === 0 ? null : (
        <ul aria-label="Mapped columns" className="grid gap-1 pt-1.5">
          {names.map((name) => {
            const column = Object.hasOwn(draft.columnMap, name) ? (draft.columnMap[name] ?? "") : "";
            const proposal = column === "" ? proposedColumn(name, columns) : "";
            return (
              <li key={name} className="grid gap-0.5">
                <div className="flex flex-wrap items-center gap-1.5">
                  <span className="w-36 truncate text-code" title={name}>
                    {name}
                  </span>
                  <Select
                    label={`Column for ${name}`}
                    value={column}
                    placeholder="Choose a column"
                    options={columns.map((each) => ({ value: each, label: each }))}
                    onChange={(chosen) => map(name, chosen)}
                    className="h-(--ctl-h-small) w-44 text-small"
                  />
                  {proposal === "" ? null : (
                    <Button size="small" onClick={() => map(name, proposal)}>
                      Use {proposal}
                    </Button>
                  )}
                  <span className="min-w-0 flex-1 truncate text-small text-ink-3">
                    {column === "" ? "" : previewOf(rows[0]?.[column])}
                  </span>
                  {column === "" ? null : (
                    <Button
                      kind="ghost"
                      size="icon-small"
                      aria-label={`Remove the mapping of ${name}`}
                      icon={<X size={13} strokeWidth={1.7} aria-hidden="true" />}
                      onClick={() => unmap(name)}
                    />
                  )}
                </div>
                <FieldError text={errors.get(`column_map.${name}`)} />
              </li>
            );
          })}
        </ul>
      )}
      <FieldError text={errors.get("column_map")} />
    </section>
  );
}

/** The first row's value on one line; a missing one is said so. */
function previewOf(value: unknown): string {
  if (value === undefined) return "not in the first row";
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, MAX_PREVIEW_LENGTH);
}

function AddName({ taken, onAdd }: { taken: readonly string[]; onAdd: (name: string) => void }) {
  const [text, setText] = useState("");
  const name = text.trim();
  const isTaken = taken.includes(name);
  const add = () => {
    if (name === "" || isTaken) return;
    onAdd(name);
    setText("");
  };
  return (
    <span className="ml-auto flex items-center gap-1">
      <Input
        size="small"
        aria-label="Another name"
        placeholder={taken.includes(SDK_INPUT) ? "name" : SDK_INPUT}
        value={text}
        isInvalid={isTaken}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") add();
        }}
        className="w-32"
      />
      <Button
        kind="ghost"
        size="small"
        disabled={name === "" || isTaken}
        icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
        onClick={add}
      >
        Map
      </Button>
    </span>
  );
}
