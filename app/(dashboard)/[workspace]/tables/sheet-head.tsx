import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Sort } from "@/components/table/table-column";
import { classNames } from "@/components/ui/class-names";
import { ColumnResizer } from "./column-resizer";
import { groupRuns, type Sheet, type SheetColumn, type SheetGroup } from "./prepare-sheet";
import type { SheetActions } from "./sheet";
import type { DrawnColumns } from "./use-drawn-columns";

type SheetHeadProps = {
  layout: Sheet;
  drawn: DrawnColumns;
  frozenLefts: readonly number[];
  sort: readonly Sort[];
  actions: SheetActions;
  columnMenu: (column: SheetColumn) => ReactNode;
};

const cell = "sticky border-r border-b border-line bg-sunken px-2 text-left text-micro font-medium";

/** Two lines of heads: groups over their members, then the columns, which sort. */
export function SheetHead({ layout, drawn, frozenLefts, sort, actions, columnMenu }: SheetHeadProps) {
  const frozen = drawn.columns.slice(0, drawn.frozenCount);
  const others = drawn.columns.slice(drawn.frozenCount);
  const columnCell = (column: SheetColumn, at: number) => (
    <ColumnHead
      key={column.id}
      column={column}
      left={frozenLefts[at]}
      width={drawn.widthOf(column)}
      ariaColIndex={(drawn.positions[at] ?? 0) + 1}
      sort={sort}
      actions={actions}
      menu={columnMenu(column)}
    />
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        {frozen.map((column, at) => (
          <td
            key={column.id}
            aria-hidden="true"
            style={{ left: frozenLefts[at] }}
            className={classNames(cell, "top-0 z-[4] h-6")}
          />
        ))}
        <td aria-hidden="true" className={classNames(cell, "top-0 z-[2] h-6 border-r-0 p-0")} />
        {groupRuns(others).map((run) => {
          const group = run.group === null ? undefined : layout.groups.get(run.group);
          if (!group) return <td key={run.start} colSpan={run.count} className={classNames(cell, "top-0 z-[2] h-6")} />;
          return (
            <th
              key={run.start}
              scope="colgroup"
              colSpan={run.count}
              className={classNames(cell, "top-0 z-[2] h-6 text-ink-2")}
            >
              <GroupLabel group={group} onFold={() => actions.onFoldGroup(group.id)} />
            </th>
          );
        })}
        <td aria-hidden="true" className={classNames(cell, "top-0 z-[2] h-6 border-r-0 p-0")} />
      </tr>
      <tr aria-rowindex={2}>
        {frozen.map(columnCell)}
        <td aria-hidden="true" className={classNames(cell, "top-6 z-[2] h-[26px] border-r-0 p-0")} />
        {others.map((column, at) => columnCell(column, drawn.frozenCount + at))}
        <td aria-hidden="true" className={classNames(cell, "top-6 z-[2] h-[26px] border-r-0 p-0")} />
      </tr>
    </thead>
  );
}

function GroupLabel({ group, onFold }: { group: SheetGroup; onFold: () => void }) {
  const Chevron = group.isFolded ? ChevronRight : ChevronDown;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <button
        type="button"
        aria-expanded={!group.isFolded}
        onClick={onFold}
        className="flex h-6 min-w-0 items-center gap-1 outline-offset-[-2px] hover:text-ink"
      >
        <Chevron size={11} strokeWidth={2} aria-hidden="true" />
        <span className="truncate">{group.label}</span>
      </button>
      <span className="ml-auto font-mono text-[0.625rem] font-normal text-ink-3">{group.note}</span>
    </span>
  );
}

type ColumnHeadProps = {
  column: SheetColumn;
  /** Pixels from the left edge where the column is frozen. */
  left: number | undefined;
  width: number;
  ariaColIndex: number;
  sort: readonly Sort[];
  actions: SheetActions;
  menu: ReactNode;
};

function ColumnHead({ column, left, width, ariaColIndex, sort, actions, menu }: ColumnHeadProps) {
  const keyAt = sort.findIndex(({ field }) => field === column.sortField);
  const key = sort[keyAt];
  return (
    <th
      scope="col"
      aria-colindex={ariaColIndex}
      aria-sort={
        key === undefined ? undefined : keyAt > 0 ? "other" : key.direction === "asc" ? "ascending" : "descending"
      }
      style={left === undefined ? {} : { left }}
      className={classNames(
        cell,
        "group/head top-6 h-[26px] text-ink-2",
        left === undefined ? "z-[2]" : "z-[4]",
        key !== undefined && "text-ink",
      )}
    >
      <span className={classNames("flex min-w-0 items-center gap-1", column.isNumeric && "flex-row-reverse")}>
        <ColumnLabel column={column} sort={key} rank={sort.length > 1 ? keyAt + 1 : null} onSort={actions.onSort} />
        {column.path === null ? <TypeNote column={column} /> : menu}
      </span>
      <ColumnResizer
        width={width}
        onResize={(to) => actions.onResize(column.id, to)}
        onReset={() => actions.onResize(column.id, null)}
      />
    </th>
  );
}

/** What a row has beside its value is not counted up: its type is only named. */
function TypeNote({ column }: { column: SheetColumn }) {
  if (column.isNumeric) return null;
  return <span className="ml-auto font-mono text-[0.625rem] font-normal text-ink-3">{column.type}</span>;
}

type ColumnLabelProps = {
  column: SheetColumn;
  sort: Sort | undefined;
  /** Which of several keys it is. */
  rank: number | null;
  onSort: SheetActions["onSort"];
};

function ColumnLabel({ column, sort, rank, onSort }: ColumnLabelProps) {
  const { sortField } = column;
  const label = <span className="truncate font-mono tracking-[-0.02em]">{column.label}</span>;
  if (sortField === null) return label;
  const Arrow = sort?.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      title={column.id}
      onClick={(event) => onSort(sortField, event.shiftKey)}
      className="flex h-6 min-w-0 items-center gap-1 outline-offset-[-2px] hover:text-ink"
    >
      {label}
      {sort ? <Arrow size={11} strokeWidth={2} aria-hidden="true" /> : null}
      {sort && rank !== null ? <span className="text-[0.625rem] font-normal text-ink-3">{rank}</span> : null}
    </button>
  );
}
