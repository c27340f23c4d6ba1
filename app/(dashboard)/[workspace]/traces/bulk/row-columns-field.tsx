import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { memberOf, readFields } from "@/lib/calls/field-table";
import { type ObservedPath, readPath } from "@/lib/calls/path-columns";
import { columnName, type RowColumn } from "@/lib/dataset/rows-of-calls";

/** Members of calls that can become a column. */
const members = [...new Set(["id", ...readFields.map(memberOf)])];

type RowColumnsFieldProps = {
  columns: readonly RowColumn[];
  observedPaths: readonly ObservedPath[];
  onChange: (columns: RowColumn[]) => void;
};

/** The paths of the calls that become columns, and the names of the columns. */
export function RowColumnsField({ columns, observedPaths: seenPaths, onChange }: RowColumnsFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState("");
  const path = members.includes(typed.trim()) ? typed.trim() : readPath(typed);
  const isNew = path !== null && !columns.some((column) => column.path === path);
  const add = () => {
    if (!isNew) return;
    const name = columnName(
      path,
      columns.map((column) => column.name),
    );
    onChange([...columns, { path, name }]);
    setTyped("");
  };
  const rename = (at: number, name: string) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, name } : column)));
  const offered = [...members, ...seenPaths.map((seen) => seen.path)];
  return (
    <section aria-label="Columns" className="grid gap-1.5">
      <h3 className="text-micro font-medium text-ink-3">Columns: path in the call, name in the table</h3>
      <ul className="grid max-h-[200px] gap-1 overflow-auto">
        {columns.map((column, at) => (
          <li key={column.path} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_24px] items-center gap-2">
            <span className="truncate text-code" title={column.path}>
              {column.path}
            </span>
            <Input
              size="small"
              isMono
              aria-label={`Name of ${column.path}`}
              value={column.name}
              onChange={(event) => rename(at, event.target.value)}
            />
            <Button
              kind="ghost"
              size="icon-small"
              aria-label={`Remove ${column.path}`}
              onClick={() => onChange(columns.filter((_, index) => index !== at))}
            >
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <span className="flex gap-2">
        <Input
          size="small"
          isMono
          aria-label="Path to add"
          placeholder="inputs.user.name"
          list={listId}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
          className="flex-1"
        />
        <datalist id={listId}>
          {offered
            .filter((candidate) => !columns.some((column) => column.path === candidate))
            .map((candidate) => (
              <option key={candidate} value={candidate} />
            ))}
        </datalist>
        <Button
          size="small"
          disabled={!isNew}
          onClick={add}
          icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
        >
          Add
        </Button>
      </span>
    </section>
  );
}
