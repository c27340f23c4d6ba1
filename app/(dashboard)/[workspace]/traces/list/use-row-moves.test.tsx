// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useTracesKeys } from "@/app/(dashboard)/[workspace]/traces/use-traces-keys";
import type { Call } from "@/lib/api/contract/calls/calls";
import { cleanPage, press, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useRowMoves } from "./use-row-moves";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

beforeEach(() => push.mockReset());
afterEach(cleanPage);

const callOf = (id: string): Call => ({
  id,
  project_id: "demo/airline",
  op_name: "answer",
  trace_id: id,
  started_at: "2026-11-20T00:00:00Z",
  attributes: {},
  summary: {},
});
const calls = ["a", "b", "c"].map(callOf);

function open(rows: readonly Call[] = calls) {
  const done = { exportSelected: vi.fn(), exportMatching: vi.fn(), copyIds: vi.fn(), onValues: vi.fn() };
  const page = renderOnPage(
    () => {
      const [peek, setPeek] = useState<string | null>(null);
      const moves = useRowMoves({ calls: rows, listKey: "list" }, peek, setPeek);
      const ids = moves.selectedIndexes.map((index) => rows[index]?.id ?? "");
      useTracesKeys({
        workspace: testWorkspace,
        moves,
        bulk: { ids, exportSelected: done.exportSelected, exportMatching: done.exportMatching },
        copyIds: done.copyIds,
        searchBox: useRef(null),
        onValues: done.onValues,
      });
      return { ...moves, peek, ids };
    },
    { props: {} },
  );
  return { ...page, done, now: () => page.result.current };
}

describe("the keys of the list of calls", () => {
  it("move from the first row to the last, and no further", () => {
    const { now } = open();
    expect(now().cursorId).toBeNull();
    press("k");
    expect(now().cursorId).toBe("a");
    press("j", "ArrowDown", "j", "j");
    expect(now().cursorId).toBe("c");
  });

  it("do nothing in an empty list", () => {
    const { now, done } = open([]);
    press("j", "Space", "x", "Enter");
    expect([now().cursorId, now().peek, now().ids, push.mock.calls]).toEqual([null, null, [], []]);
    press("y");
    expect(done.copyIds).toHaveBeenCalledWith([]);
  });

  it("peek a row; the panel then follows the cursor", () => {
    const { now } = open();
    press("Space");
    expect(now().peek).toBeNull();
    press("j", "Space", "j");
    expect([now().peek, now().cursorId]).toEqual(["b", "b"]);
    press("Space");
    expect([now().peek, now().cursorId]).toEqual([null, "b"]);
  });

  it("extend the selection from the cursor", () => {
    const { now } = open();
    press("Shift+j");
    expect(now().ids).toEqual(["a"]);
    press("Shift+ArrowDown");
    expect(now().ids).toEqual(["a", "b"]);
  });

  it("close the panel with Escape, then clear the selection, then forget the cursor", () => {
    const { now } = open();
    press("j", "x", "Space");
    press("Escape");
    expect([now().peek, now().ids]).toEqual([null, ["a"]]);
    press("Escape");
    expect([now().ids, now().cursorId]).toEqual([[], "a"]);
    press("Escape");
    expect(now().cursorId).toBeNull();
  });

  it("open the row under the cursor, here or in a new tab", () => {
    const openTab = vi.spyOn(window, "open").mockReturnValue(null);
    open([callOf("a/1")]);
    press("j", "Enter");
    expect(push).toHaveBeenCalledWith("/airline/traces/a%2F1");
    press("Mod+Enter");
    expect(openTab).toHaveBeenCalledWith("/airline/traces/a%2F1", "_blank", "noopener");
    openTab.mockRestore();
  });

  it("compare two to six selected rows", () => {
    open();
    press("j", "x", "c");
    expect(push).not.toHaveBeenCalled();
    press("j", "x", "c");
    expect(push).toHaveBeenCalledWith("/airline/compare?calls=a%2Cb");
  });

  it("do not compare all matching calls", () => {
    const { now } = open();
    act(() => now().selection.takeWhole());
    press("c");
    expect(push).not.toHaveBeenCalled();
  });

  it("copy and export the selection, else the row under the cursor and all matching calls", () => {
    const { done } = open();
    press("j", "y", "e");
    expect(done.copyIds).toHaveBeenLastCalledWith(["a"]);
    expect([done.exportMatching.mock.calls.length, done.exportSelected.mock.calls.length]).toEqual([1, 0]);
    press("j", "x", "j", "y", "e");
    expect(done.copyIds).toHaveBeenLastCalledWith(["b"]);
    expect(done.exportSelected).toHaveBeenCalledOnce();
  });
});

describe("the boxes of the list of calls", () => {
  it("select all rows with one press, and clear them with the next", () => {
    const { now } = open();
    act(() => now().toggleAll());
    expect(now().ids).toEqual(["a", "b", "c"]);
    act(() => now().toggleAll());
    expect(now().ids).toEqual([]);
  });

  it("leave a peeked row as the cursor", () => {
    const { now } = open();
    act(() => now().openPeek("c"));
    expect([now().peek, now().cursorId, now().indexOf("c"), now().indexOf("x")]).toEqual(["c", "c", 2, -1]);
  });
});
