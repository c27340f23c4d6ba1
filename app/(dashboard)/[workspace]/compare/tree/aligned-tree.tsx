"use client";

import { Fragment, useMemo, useRef } from "react";
import type { AlignedRows } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { GridBody } from "@/components/grid/grid-body";
import { indexesOf } from "@/components/grid/prepare-visible-rows";
import { useVisibleRows } from "@/components/grid/use-visible-rows";
import { AlignedHead } from "./aligned-head";
import { AlignedLine } from "./aligned-line";
import type { AlignedTreeProps } from "./aligned-tree-props";
import { cellCount, minTreeWidthPx, treeColumns, widths } from "./prepare-tree-columns";

const ROW_HEIGHT_PX = 26;
const HEAD_HEIGHT_PX = 28;

/** The calls of all sides, matched ones in one row. Only visible rows are drawn. */
export function AlignedTree(props: AlignedTreeProps) {
  const { aligned, base, column, alone } = props;
  const { lines, rows, selected } = aligned;
  const frame = useRef<HTMLDivElement>(null);
  const columns = treeColumns(aligned.sides.length, base, alone);
  const selectedLine = lines.findIndex((line) => line.kind === "row" && line.index === selected);
  const visible = useVisibleRows(frame, {
    count: lines.length,
    rowHeightPx: ROW_HEIGHT_PX,
    headHeightPx: HEAD_HEIGHT_PX,
    cursorIndex: selectedLine,
  });
  const lastSiblings = useMemo(() => lastsOf(rows), [rows]);
  const mostMs = useMemo(
    () =>
      rows.reduce((most, { members }) => {
        const [one, other] = [members[base]?.durationMs ?? 0, members[column]?.durationMs ?? 0];
        return Math.max(most, Math.abs(one - other));
      }, 0),
    [rows, base, column],
  );
  return (
    <div ref={frame} className="relative min-h-[134px] flex-[0_1_auto] overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows fold and take the selection
        role="treegrid"
        aria-label="Aligned calls"
        aria-rowcount={lines.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-small"
        style={alone === null ? { minWidth: minTreeWidthPx(columns.length) } : undefined}
      >
        <TreeColumns count={columns.length} isAlone={alone !== null} />
        <AlignedHead {...props} columns={columns} />
        <GridBody rows={visible} span={cellCount(columns.length, alone !== null)}>
          {indexesOf(visible).map((index) => {
            const line = lines[index];
            if (!line) return null;
            return (
              <AlignedLine
                {...props}
                key={index}
                line={line}
                place={index}
                columns={columns}
                lastSiblings={lastSiblings}
                maxMs={mostMs}
              />
            );
          })}
        </GridBody>
      </table>
    </div>
  );
}

function TreeColumns({ count, isAlone }: { count: number; isAlone: boolean }) {
  const { duration, sign, time, tokens, cost } = widths;
  return (
    <colgroup>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <Fragment key={at}>
          {at > 0 ? <col style={{ width: sign }} /> : null}
          <col />
          <col style={{ width: duration }} />
        </Fragment>
      ))}
      {isAlone ? (
        <col style={{ width: sign }} />
      ) : (
        <>
          <col style={{ width: time }} />
          <col style={{ width: tokens }} />
          <col style={{ width: cost }} />
        </>
      )}
    </colgroup>
  );
}

/** Rows that are the last child of their parent. */
function lastsOf(rows: AlignedRows["rows"]): ReadonlySet<number> {
  const last = new Map<number, number>();
  rows.forEach(({ parent }, index) => {
    last.set(parent, index);
  });
  return new Set(last.values());
}
