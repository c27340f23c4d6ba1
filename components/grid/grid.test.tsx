// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useMemo, useRef } from "react";
import { afterEach, expect, it } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { Grid } from "./grid";
import { GridCells } from "./grid-cells";
import { indexesOf } from "./prepare-visible-rows";
import { useRowAnchor } from "./use-row-anchor";
import { useVisibleColumns } from "./use-visible-columns";
import { useVisibleRows } from "./use-visible-rows";

layOut({ inside: { width: 800, height: 450 } });
afterEach(cleanup);

const ROW_PX = 20;
const HEAD_PX = 50;
const COLUMN_PX = 100;

type ListProps = {
  count: number;
  cursor?: { readonly row: number; readonly column: number };
  /** Rows inserted above all others. */
  added?: number;
  listKey?: string;
};

/** A list of numbered rows, with a hundred columns of which the first is frozen. */
function List({ count, cursor = { row: -1, column: -1 }, added = 0, listKey = "all" }: ListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const cursorId = cursor.row < 0 ? undefined : String(cursor.row - added);
  const rows = useVisibleRows(frame, {
    count,
    rowHeightPx: ROW_PX,
    headHeightPx: HEAD_PX,
    cursorIndex: cursor.row,
    cursorId,
  });
  useRowAnchor(frame, {
    listKey,
    rowHeightPx: ROW_PX,
    idAt: (index) => (index < count ? String(index - added) : undefined),
    indexOf: (id) => Number(id) + added,
  });
  const columns = useMemo(
    () => ({
      columns: Array.from({ length: 100 }, (_, at) => ({ id: String(at), widthPx: COLUMN_PX })),
      frozenCount: 1,
    }),
    [],
  );
  const geometry = useVisibleColumns(frame, columns, cursor.column);
  return (
    <Grid
      label="Numbers"
      frameRef={frame}
      geometry={geometry}
      rows={rows}
      totalCount={count}
      headRowCount={1}
      head={null}
    >
      {indexesOf(rows).map((index) => (
        <tr key={index - added} data-index={index}>
          <GridCells geometry={geometry} emptyClassName="">
            {({ id, position }) => (
              <td key={id} aria-colindex={position + 1}>
                {index - added}
              </td>
            )}
          </GridCells>
        </tr>
      ))}
    </Grid>
  );
}

const frameOf = () => {
  const frame = screen.getByLabelText("Numbers").parentElement;
  if (!frame) throw new Error("The grid has no frame");
  return frame;
};

function scrollTo(top: number, left = 0): void {
  frameOf().scrollTop = top;
  frameOf().scrollLeft = left;
  fireEvent.scroll(frameOf());
}

const shownRows = () =>
  [...document.querySelectorAll("tr[data-index]")].map((row) => Number(row.getAttribute("data-index")));
const ends = (all: readonly number[]) => [all[0], all.at(-1)];
const shownColumns = () =>
  [...document.querySelectorAll("tr[data-index]:nth-child(2) td[aria-colindex]")].map((cell) =>
    Number(cell.getAttribute("aria-colindex")),
  );

it("renders only the rows and columns on the screen, at any scroll position", () => {
  render(<List count={1_000_000} />);
  expect(screen.getByLabelText("Numbers").getAttribute("aria-rowcount")).toBe("1000001");
  expect(ends(shownRows())).toEqual([0, 27]);
  scrollTo(10_000_000, 5000);
  expect(ends(shownRows())).toEqual([500_000 - 8, 500_000 + 27]);
  expect(shownColumns()).toEqual([1, ...Array.from({ length: 15 }, (_, at) => 48 + at)]);
});

it("gives every row as many cells as the spacers span", () => {
  render(<List count={1000} />);
  scrollTo(4000, 3000);
  const spans = [...document.querySelectorAll("td[colspan]")].map((cell) => Number(cell.getAttribute("colspan")));
  const cells = document.querySelectorAll("tr[data-index]:nth-child(2) td").length;
  expect(spans).toEqual([cells, cells]);
  expect(document.querySelectorAll("col").length).toBe(cells);
});

it("scrolls to a cursor that moves out of view, and no further than needed", () => {
  const { rerender } = render(<List count={1000} cursor={{ row: 5, column: 3 }} />);
  expect(frameOf().scrollTop).toBe(0);
  rerender(<List count={1000} cursor={{ row: 100, column: 60 }} />);
  expect(frameOf().scrollTop).toBe(101 * ROW_PX - (450 - HEAD_PX));
  expect(frameOf().scrollLeft).toBe(61 * COLUMN_PX - 800);
  rerender(<List count={1000} cursor={{ row: 99, column: 59 }} />);
  expect(frameOf().scrollTop).toBe(101 * ROW_PX - (450 - HEAD_PX));
  rerender(<List count={1000} cursor={{ row: 2, column: 0 }} />);
  expect(frameOf().scrollTop).toBe(2 * ROW_PX);
  // A frozen column is always in view.
  expect(frameOf().scrollLeft).toBe(61 * COLUMN_PX - 800);
});

it("stays at the rows a person reads when others are inserted above, and does not follow the cursor", () => {
  const { rerender } = render(<List count={1000} cursor={{ row: 2, column: 1 }} />);
  scrollTo(4000);
  rerender(<List count={1003} added={3} cursor={{ row: 5, column: 1 }} />);
  expect(frameOf().scrollTop).toBe(4000 + 3 * ROW_PX);
});

it("starts another list at its top", () => {
  const { rerender } = render(<List count={1000} />);
  scrollTo(4000);
  rerender(<List count={500} listKey="other" />);
  expect(frameOf().scrollTop).toBe(0);
});
