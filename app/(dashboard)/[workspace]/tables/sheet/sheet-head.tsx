import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { GridCells } from "@/components/grid/grid-cells";
import type { ColumnGeometry } from "@/components/grid/prepare-column-geometry";
import { useColumnDrag } from "@/components/grid/use-column-drag";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import { groupRuns, type SheetColumn, type SheetGroup, type SheetModel } from "./prepare-sheet";
import type { SheetActions } from "./sheet-actions";
import { SheetColumnHead } from "./sheet-column-head";

type SheetHeadProps = {
  layout: SheetModel;
  geometry: ColumnGeometry;
  sort: readonly Sort[];
  actions: SheetActions;
  columnMenu: (column: SheetColumn) => ReactNode;
};

/** The style of the cells of groups, and of those without a column. */
const HEAD_CELL_CLASS = "sticky border-r border-b border-line bg-sunken px-2 text-left text-micro font-medium";
const EMPTY_CLASS = classNames(HEAD_CELL_CLASS, "z-[2] border-r-0 p-0");

/** Two lines of headers: groups over their members, then the columns, which can be sorted and dragged. */
export function SheetHead({ layout, geometry, sort, actions, columnMenu }: SheetHeadProps) {
  const drag = useColumnDrag(actions.onMove);
  return (
    <thead>
      <GroupLine layout={layout} geometry={geometry} onFoldGroup={actions.onFoldGroup} />
      <tr aria-rowindex={2}>
        <GridCells geometry={geometry} emptyClassName={classNames(EMPTY_CLASS, "top-6 h-[26px]")}>
          {(place) => {
            const column = layout.columns[place.position];
            if (!column) return null;
            return (
              <SheetColumnHead
                key={column.id}
                column={column}
                place={place}
                sort={sort}
                actions={actions}
                menu={columnMenu(column)}
                drag={drag}
              />
            );
          }}
        </GridCells>
      </tr>
    </thead>
  );
}

type GroupLineProps = Pick<SheetHeadProps, "layout" | "geometry"> & Pick<SheetActions, "onFoldGroup">;

function GroupLine({ layout, geometry, onFoldGroup }: GroupLineProps) {
  const { placed, frozenCount } = geometry;
  const others = placed.slice(frozenCount).flatMap(({ position }) => layout.columns[position] ?? []);
  const empty = <td aria-hidden="true" className={classNames(EMPTY_CLASS, "top-0 h-6")} />;
  return (
    <tr aria-rowindex={1}>
      {placed.slice(0, frozenCount).map(({ id, leftPx: left }) => (
        <td key={id} aria-hidden="true" style={{ left }} className={classNames(HEAD_CELL_CLASS, "top-0 z-[4] h-6")} />
      ))}
      {empty}
      {groupRuns(others).map((run) => {
        const group = run.group === null ? undefined : layout.groups.get(run.group);
        if (!group)
          return <td key={run.start} colSpan={run.count} className={classNames(HEAD_CELL_CLASS, "top-0 z-[2] h-6")} />;
        return (
          <th
            key={run.start}
            scope="colgroup"
            colSpan={run.count}
            className={classNames(HEAD_CELL_CLASS, "top-0 z-[2] h-6 text-ink-2")}
          >
            <GroupLabel group={group} onFold={() => onFoldGroup(group.id)} />
          </th>
        );
      })}
      {empty}
    </tr>
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
