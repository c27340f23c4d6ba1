import type { TableColumn } from "@/components/table/table-column";
import { Checkbox } from "@/components/ui/checkbox";
import type { CallRow } from "./prepare-call-row";

type SelectColumnOptions = {
  selected: ReadonlySet<string>;
  loadedCount: number;
  onToggle: (id: string, isRange: boolean) => void;
  onToggleAll: () => void;
};

/** The column without what it draws. */
export const selectColumnShape = { id: "select", label: "Select", width: 38, isFixed: true } as const;

/** The check boxes of the list; the one in the head takes all loaded rows. */
export function selectColumn(options: SelectColumnOptions): TableColumn<CallRow> {
  const { selected, loadedCount, onToggle, onToggleAll } = options;
  const isAll = loadedCount > 0 && selected.size >= loadedCount;
  return {
    ...selectColumnShape,
    cellClassName: "text-clip",
    head: (
      <Checkbox
        aria-label="Select all loaded rows"
        checked={isAll ? true : selected.size > 0 ? "indeterminate" : false}
        onCheckedChange={onToggleAll}
        className="align-middle"
      />
    ),
    cell: (row) => (
      <Checkbox
        aria-label={`Select ${row.name}`}
        checked={selected.has(row.id)}
        onClick={(event) => onToggle(row.id, event.shiftKey)}
        className="align-middle"
      />
    ),
  };
}
