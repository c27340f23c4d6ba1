// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ArenaResults } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/arena-results";
import type { ArenaSetting } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups";
import {
  arenaCellKey,
  type CellResult,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/stored-arena";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import type { Arena } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/use-arena";
import { useArenaKeys } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/use-arena-keys";
import { RunStore } from "@/lib/completion/run-store";
import { cleanPage, press, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useArenaCursor } from "./use-arena-cursor";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

beforeEach(() => push.mockReset());
afterEach(() => {
  cleanPage();
  document.body.replaceChildren();
});

const promptOf = (id: string, isSeen: boolean | null): ArenaPrompt => ({
  id,
  threadId: null,
  messages: [{ role: "user", content: id }],
  tools: null,
  expected: null,
  isSeen,
  seenSince: null,
});
const columnOf = (key: string) => ({
  key,
  label: `step ${key}`,
  model: `model:${key}`,
  step: Number(key),
  checkpointId: null,
  isGone: false,
});

/** The seen prompt comes first on the page. */
const prompts = [promptOf("new", false), promptOf("trained", true)];
const columns = [columnOf("0"), columnOf("5")];

const resultOf = (callId: string | null): CellResult =>
  ({ answer: { status: "done", callId }, asked: "", mark: null }) as unknown as CellResult;

function open({ shown = prompts as readonly ArenaPrompt[], scorer = "marks" } = {}) {
  const kept = new Map([[arenaCellKey("trained", "0"), resultOf("call-1")]]);
  const results = new ArenaResults(new RunStore("local", "arena"), kept, () => undefined);
  const calls = { pin: vi.fn(), setParams: vi.fn(), askCell: vi.fn(), askAll: vi.fn() };
  const page = renderOnPage(
    (now: { shown: readonly ArenaPrompt[]; columns: typeof columns }) => {
      const setting: ArenaSetting = {
        prompts: now.shown,
        columns: now.columns,
        pinnedKey: "0",
        scorer: { kind: "marks", text: "" },
        parameters: "",
      };
      const cursor = useArenaCursor({ workspace: testWorkspace, setting, results });
      useArenaKeys({ ...calls, results, params: { scorer }, isDiff: true } as unknown as Arena, cursor);
      return cursor;
    },
    { props: { shown, columns } },
  );
  const now = () => page.result.current;
  const at = () => [now().prompt?.id ?? null, now().columnKey];
  return { ...page, ...calls, results, now, at };
}

describe("the cursor of the arena", () => {
  it("begins in the newest column, and moves in the order of the page, up to the edges", () => {
    const { at } = open();
    expect(at()).toEqual([null, "5"]);
    press("j");
    expect(at()).toEqual(["trained", "5"]);
    press("ArrowDown", "j");
    expect(at()).toEqual(["new", "5"]);
    press("ArrowLeft", "ArrowLeft", "k", "ArrowUp");
    expect(at()).toEqual(["trained", "0"]);
    press("ArrowRight", "ArrowRight");
    expect(at()).toEqual(["trained", "5"]);
  });

  it("selects the first row when it moves between columns first", () => {
    const { at } = open();
    press("ArrowLeft");
    expect(at()).toEqual(["trained", "0"]);
  });

  it("stays inside when its prompt or column is removed", () => {
    const { now, at, rerender } = open();
    act(() => now().choose("new", "0"));
    expect(at()).toEqual(["new", "0"]);
    rerender({ shown: prompts, columns: columns.slice(1) });
    expect(at()).toEqual(["new", "5"]);
    rerender({ shown: prompts.slice(1), columns });
    expect([at(), now().cell]).toEqual([[null, "0"], null]);
    rerender({ shown: [], columns: [] });
    press("j", "ArrowLeft", "p", "r", "w", "Enter", "1");
    expect([at(), now().href]).toEqual([[null, null], null]);
  });

  it("keeps its row when only the column is chosen", () => {
    const { now, at } = open();
    press("j");
    act(() => now().setColumn("0"));
    expect(at()).toEqual(["trained", "0"]);
  });
});

describe("the keys of the arena", () => {
  it("open the call of an answer in the playground, or the model where there is none", () => {
    const { now } = open();
    act(() => now().choose("trained", "0"));
    press("Enter");
    expect(push).toHaveBeenLastCalledWith("/airline/playground?call=call-1");
    act(() => now().choose("trained", "5"));
    press("Enter");
    expect(push.mock.lastCall?.[0]).toContain("model%3A5");
  });

  it("mark an answer, and remove the same mark again", () => {
    const { now, results } = open();
    act(() => now().choose("trained", "0"));
    const markNow = () => results.resultOf(arenaCellKey("trained", "0"))?.mark;
    press("1");
    expect(markNow()).toBe(1);
    press("0");
    expect(markNow()).toBe(0);
    press("0");
    expect(markNow()).toBeNull();
  });

  it("mark nothing when answers are scored by text", () => {
    const { now, results } = open({ scorer: "contains" });
    act(() => now().choose("trained", "0"));
    press("1");
    expect(results.resultOf(arenaCellKey("trained", "0"))?.mark).toBeNull();
  });

  it("run the cell, pin its column, show it in full, and switch the differences", () => {
    const { now, askCell, pin, setParams } = open();
    act(() => now().choose("trained", "0"));
    press("r", "p", "d", "w");
    expect(askCell.mock.calls).toEqual([[prompts[1], "0"]]);
    expect([pin.mock.calls, setParams.mock.calls]).toEqual([[["0"]], [[{ diff: false }]]]);
    expect(now().isWhole("trained")).toBe(true);
    press("w");
    expect(now().isWhole("trained")).toBe(false);
  });

  it("run everything, except while a dialog is open", () => {
    const { askAll } = open();
    press("Mod+Enter");
    document.body.append(Object.assign(document.createElement("div"), { role: "dialog" }));
    document.body.lastElementChild?.setAttribute("role", "dialog");
    press("Mod+Enter");
    expect(askAll).toHaveBeenCalledOnce();
  });
});
