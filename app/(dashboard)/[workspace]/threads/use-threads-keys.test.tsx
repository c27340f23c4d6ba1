// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useThreadsSelection } from "@/app/(dashboard)/[workspace]/threads/selection/use-threads-selection";
import { useTurnKeys } from "@/app/(dashboard)/[workspace]/threads/turns/use-turn-keys";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { Turn } from "@/lib/thread/thread-turns";
import { cleanPage, press, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useThreadsKeys } from "./use-threads-keys";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const writeText = vi.fn(async (_text: string) => undefined);

beforeEach(() => {
  push.mockReset();
  writeText.mockClear();
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
});
afterEach(cleanPage);

const threadOf = (thread_id: string) => ({ thread_id, turn_count: 1 }) as Thread;
const all = ["a", "b", "c"].map(threadOf);

function open({ cursorId = "a" as string | null, matching = all as readonly Thread[] } = {}) {
  const calls = { onStep: vi.fn(), onRead: vi.fn(), onForget: vi.fn() };
  const page = renderOnPage(
    (props: { matching: readonly Thread[]; cursorId: string | null }) => {
      const [opened, setOpened] = useState<string | null>(null);
      const selection = useThreadsSelection(props.matching);
      useThreadsKeys({
        workspace: testWorkspace,
        opened,
        cursorId: props.cursorId,
        selection,
        onOpen: setOpened,
        searchBox: useRef(null),
        ...calls,
      });
      return { opened, selection };
    },
    { props: { matching, cursorId } },
  );
  return { ...page, ...calls, now: () => page.result.current };
}

const selectedIds = ({ threads }: { readonly threads: readonly Thread[] }) => threads.map((thread) => thread.thread_id);

describe("the keys of the list of threads", () => {
  it("move the cursor, except with the arrows while a conversation is open", () => {
    const { now, onStep } = open();
    press("j", "k", "ArrowDown", "ArrowUp");
    expect(onStep.mock.calls).toEqual([[1], [-1], [1], [-1]]);
    press("Space");
    expect(now().opened).toBe("a");
    press("ArrowDown", "ArrowUp", "j");
    expect(onStep.mock.calls).toHaveLength(5);
  });

  it("close the conversation with Space and with Escape", () => {
    const { now } = open();
    press("Space", "Space");
    expect(now().opened).toBeNull();
    press("Space", "Escape");
    expect(now().opened).toBeNull();
  });

  it("do nothing without a cursor", () => {
    const { now, onRead } = open({ cursorId: null });
    press("Enter", "x", "Space", "y", "c", "e");
    expect([onRead.mock.calls, selectedIds(now().selection), now().opened]).toEqual([[], [], null]);
    expect([writeText.mock.calls, push.mock.calls, now().selection.isExportOpen]).toEqual([[], [], false]);
  });

  it("read, select and copy the thread under the cursor", async () => {
    const { now, onRead } = open({ cursorId: "b" });
    await act(async () => press("Enter", "y"));
    press("x");
    expect(onRead).toHaveBeenCalledWith("b");
    expect(writeText).toHaveBeenCalledWith("b");
    expect(selectedIds(now().selection)).toEqual(["b"]);
  });

  it("compare, copy and export the selected threads", async () => {
    const { now } = open();
    press("x", "c");
    expect(push).not.toHaveBeenCalled();
    act(() => now().selection.toggle("c", false));
    await act(async () => press("c", "y", "e"));
    expect(push).toHaveBeenCalledWith("/airline/compare?threads=a%2Cc");
    expect(writeText).toHaveBeenCalledWith("a\nc");
    expect(now().selection.isExportOpen).toBe(true);
  });

  it("clear the selection with Escape, and then forget the cursor", () => {
    const { now, onForget } = open();
    press("x", "Escape");
    expect([selectedIds(now().selection), onForget.mock.calls.length]).toEqual([[], 0]);
    press("Escape");
    expect(onForget).toHaveBeenCalledOnce();
  });
});

describe("the selection of threads", () => {
  it("contains all listed threads after one press, and none after the next", () => {
    const { now } = open();
    act(() => now().selection.toggleAll());
    expect(selectedIds(now().selection)).toEqual(["a", "b", "c"]);
    act(() => now().selection.toggleAll());
    expect(selectedIds(now().selection)).toEqual([]);
  });

  it("applies to visible threads only", () => {
    const { now, rerender } = open();
    act(() => now().selection.toggleAll());
    rerender({ matching: all.slice(1), cursorId: "a" });
    expect(selectedIds(now().selection)).toEqual(["b", "c"]);
  });
});

describe("the keys of an open conversation", () => {
  const turns = ["t1", "t2", "t/3"].map((id) => ({ id, status: "ok" }) as Turn);

  function openTurns(first: string | null, own = turns) {
    const page = renderOnPage(
      () => {
        const [turnId, setTurnId] = useState(first);
        const onTurnChange = async (id: string) => setTurnId(id);
        useTurnKeys({ workspace: testWorkspace, turns: own, turnId, onTurnChange });
        return turnId;
      },
      { props: {} },
    );
    return () => page.result.current;
  }

  it("move between turns and stop at both ends", async () => {
    const turnId = openTurns(null);
    await act(async () => press("ArrowDown"));
    expect(turnId()).toBe("t1");
    await act(async () => press("ArrowUp"));
    expect(turnId()).toBe("t1");
    for (let count = 0; count < 4; count += 1) await act(async () => press("ArrowDown"));
    expect(turnId()).toBe("t/3");
  });

  it("open the trace of the turn, or of the first one", async () => {
    openTurns("t/3");
    await act(async () => press("t"));
    expect(push).toHaveBeenLastCalledWith("/airline/traces/t%2F3");
    cleanPage();
    openTurns(null);
    await act(async () => press("t"));
    expect(push).toHaveBeenLastCalledWith("/airline/traces/t1");
  });

  it("do nothing without turns", async () => {
    const turnId = openTurns(null, []);
    await act(async () => press("ArrowDown", "t"));
    expect([turnId(), push.mock.calls]).toEqual([null, []]);
  });
});
