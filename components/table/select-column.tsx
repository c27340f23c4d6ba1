import { Checkbox } from "@/components/form/checkbox";
import type { TableColumn } from "./table-column";

type SelectColumnOptions<Row> = {
  idOf: (row: Row) => string;
  /** The name of a row in its check box label. */
  nameOf: (row: Row) => string;
  selected: ReadonlySet<string>;
  loadedCount: number;
  /** True while the rows are those of the previous query: a selection among them would disappear with them. */
  isStale?: boolean;
  onToggle: (id: string, isRange: boolean) => void;
  onToggleAll: () => void;
};

/** The column without its cells. */
export const selectColumnShape = { id: "select", label: "Select", width: 38, isFixed: true } as const;

/** The check boxes of the list; the one in the header selects all loaded rows. */
export function selectColumn<Row>(options: SelectColumnOptions<Row>): TableColumn<Row> {
  const { idOf, nameOf, selected, loadedCount, isStale = false, onToggle, onToggleAll } = options;
  const isAll = loadedCount > 0 && selected.size >= loadedCount;
  return {
    ...selectColumnShape,
    cellClassName: "text-clip",
    head: (
      <Checkbox
        aria-label="Select all loaded rows"
        checked={isAll ? true : selected.size > 0 ? "indeterminate" : false}
        disabled={isStale}
        onCheckedChange={onToggleAll}
        className="align-middle"
      />
    ),
    cell: (row) => (
      <Checkbox
        aria-label={`Select ${nameOf(row)}`}
        checked={selected.has(idOf(row))}
        disabled={isStale}
        onClick={(event) => onToggle(idOf(row), event.shiftKey)}
        className="align-middle"
      />
    ),
  };
}
