import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { HeadDrag } from "@/components/table/data-table-head-cell";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import { groupRuns, type SheetColumn, type SheetGroup, type SheetModel } from "./prepare-sheet";
import type { SheetActions } from "./sheet-actions";
import { HEAD_CELL_CLASS, SheetColumnHead } from "./sheet-column-head";
import type { VisibleColumns } from "./use-visible-columns";

type SheetHeadProps = {
  layout: SheetModel;
  drawn: VisibleColumns;
  frozenLefts: readonly number[];
  sort: readonly Sort[];
  actions: SheetActions;
  columnMenu: (column: SheetColumn) => ReactNode;
};

/** Two lines of headers: groups over their members, then the columns, which can be sorted and dragged. */
export function SheetHead({ layout, drawn, frozenLefts, sort, actions, columnMenu }: SheetHeadProps) {
  const frozen = drawn.columns.slice(0, drawn.frozenCount);
  const others = drawn.columns.slice(drawn.frozenCount);
  const [drag, setDrag] = useState<HeadDrag | null>(null);
  const drop = () => {
    if (drag?.over) actions.onMove?.(drag.id, drag.over);
    setDrag(null);
  };
  const columnCell = (column: SheetColumn, at: number) => (
    <SheetColumnHead
      key={column.id}
      column={column}
      left={frozenLefts[at]}
      width={drawn.widthOf(column)}
      ariaColIndex={(drawn.positions[at] ?? 0) + 1}
      sort={sort}
      actions={actions}
      menu={columnMenu(column)}
      drag={drag}
      onDrag={setDrag}
      onDrop={drop}
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
            className={classNames(HEAD_CELL_CLASS, "top-0 z-[4] h-6")}
          />
        ))}
        <td aria-hidden="true" className={classNames(HEAD_CELL_CLASS, "top-0 z-[2] h-6 border-r-0 p-0")} />
        {groupRuns(others).map((run) => {
          const group = run.group === null ? undefined : layout.groups.get(run.group);
          if (!group)
            return (
              <td key={run.start} colSpan={run.count} className={classNames(HEAD_CELL_CLASS, "top-0 z-[2] h-6")} />
            );
          return (
            <th
              key={run.start}
              scope="colgroup"
              colSpan={run.count}
              className={classNames(HEAD_CELL_CLASS, "top-0 z-[2] h-6 text-ink-2")}
            >
              <GroupLabel group={group} onFold={() => actions.onFoldGroup(group.id)} />
            </th>
          );
        })}
        <td aria-hidden="true" className={classNames(HEAD_CELL_CLASS, "top-0 z-[2] h-6 border-r-0 p-0")} />
      </tr>
      <tr aria-rowindex={2}>
        {frozen.map(columnCell)}
        <td aria-hidden="true" className={classNames(HEAD_CELL_CLASS, "top-6 z-[2] h-[26px] border-r-0 p-0")} />
        {others.map((column, at) => columnCell(column, drawn.frozenCount + at))}
        <td aria-hidden="true" className={classNames(HEAD_CELL_CLASS, "top-6 z-[2] h-[26px] border-r-0 p-0")} />
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
