// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { layOut } from "@/test/setup/browser-layout";
import { GridHeadCell, HeadHandle } from "./grid-head-cell";
import { useColumnDrag } from "./use-column-drag";

layOut({ drawn: { width: 100, height: 28 } });
afterEach(cleanup);

type HeadProps = { onMove: (id: string, target: object) => void; onStep: (by: -1 | 1) => void };

function Head({ onMove, onStep }: HeadProps) {
  const drag = useColumnDrag(onMove);
  return (
    <table>
      <thead>
        <tr>
          {["#", "a", "b"].map((id, position) => (
            <GridHeadCell
              key={id}
              place={{ id, widthPx: 100, position, leftPx: undefined, isLastFrozen: false }}
              sort={undefined}
              drag={drag}
              isMovable={id !== "#"}
              resizing={null}
              className=""
            >
              <HeadHandle id={id} drag={drag} onStep={id === "#" ? undefined : onStep} className="">
                <button type="button">{id}</button>
              </HeadHandle>
            </GridHeadCell>
          ))}
        </tr>
      </thead>
    </table>
  );
}

function heads() {
  const [onMove, onStep] = [vi.fn(), vi.fn()];
  render(<Head onMove={onMove} onStep={onStep} />);
  return { onMove, onStep };
}

const head = (name: string) => screen.getByRole("columnheader", { name });

function drag(from: string, to: string, clientX: number): void {
  const dataTransfer = { setData: vi.fn(), effectAllowed: "none" };
  fireEvent.dragStart(screen.getByRole("button", { name: from }), { dataTransfer });
  const over = createEvent.dragOver(head(to));
  // A drag event of the test document has no position.
  Object.defineProperty(over, "clientX", { value: clientX });
  fireEvent(head(to), over);
  fireEvent.drop(head(to));
}

it("drops a column on the side of another one that the pointer is nearer to", () => {
  const { onMove } = heads();
  drag("a", "b", 80);
  drag("b", "a", 20);
  expect(onMove.mock.calls).toEqual([
    ["a", { id: "b", side: "after" }],
    ["b", { id: "a", side: "before" }],
  ]);
});

it("does not move a column next to one with a fixed place", () => {
  const { onMove } = heads();
  drag("a", "#", 20);
  expect(onMove).not.toHaveBeenCalled();
});

it("moves a column one position by Shift and an arrow key, and no fixed column", () => {
  const { onStep } = heads();
  fireEvent.keyDown(screen.getByRole("button", { name: "a" }), { key: "ArrowRight", shiftKey: true });
  fireEvent.keyDown(screen.getByRole("button", { name: "a" }), { key: "ArrowLeft" });
  fireEvent.keyDown(screen.getByRole("button", { name: "#" }), { key: "ArrowRight", shiftKey: true });
  expect(onStep.mock.calls).toEqual([[1]]);
});
