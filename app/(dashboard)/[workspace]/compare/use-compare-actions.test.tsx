// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { useQueryStates } from "nuqs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useAligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { readCompared } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import { useSides } from "@/app/(dashboard)/[workspace]/compare/sides/use-sides";
import type { Call } from "@/lib/api/contract/calls/calls";
import { answerRequests, lines } from "@/test/setup/page-requests";
import { cleanPage, press, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { compareParams } from "./search-params";
import { callsOf } from "./testing/example-calls";
import { useCompareActions } from "./use-compare-actions";
import { useCompareKeys } from "./use-compare-keys";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

beforeEach(() => push.mockReset());
afterEach(cleanPage);

/** A trace of four calls in a thread of its own; the tool differs between traces. */
const trace = (id: string, tool: string): readonly Call[] =>
  callsOf([
    {
      id,
      op: "run",
      inside: [
        { id: `${id}-plan`, op: "plan", inside: [{ id: `${id}-tool`, op: tool }] },
        { id: `${id}-end`, op: "finish" },
      ],
    },
  ]).map((call) => ({ ...call, trace_id: id, thread_id: `thread-${id}` }));

const stored = [...trace("a", "cancel"), ...trace("b", "search"), ...trace("c", "search")];

async function open(address: string, calls: readonly Call[] = stored) {
  answerRequests({
    "calls.streamQuery": ({ body: { filter } }) =>
      lines(
        calls.filter(
          ({ id, trace_id, thread_id }) =>
            filter.call_ids?.includes(id) ||
            filter.trace_ids?.includes(trace_id) ||
            filter.thread_ids?.includes(thread_id),
        ),
      ),
  });
  const page = renderOnPage(
    () => {
      const [params, setParams] = useQueryStates(compareParams, { history: "replace" });
      const compared = readCompared(params);
      const { reads } = useSides(testWorkspace, compared.sources);
      const aligned = useAligned(testWorkspace, compared, reads, params);
      const actions = useCompareActions({ workspace: testWorkspace, compared, aligned, setParams });
      useCompareKeys({ aligned, actions, onSelectOnly: () => void setParams({ only: !params.only }) });
      return { params, compared, aligned, actions };
    },
    { props: {}, address },
  );
  const now = () => page.result.current;
  await waitFor(() => expect(now().aligned.sides.every((side) => side !== null)).toBe(true));
  /** The address takes a change after the current task. */
  const settle = (change: () => void) => act(async () => change());
  return { now, settle };
}

describe("the selected row of a comparison", () => {
  it("moves over the visible rows and stops at both ends", async () => {
    const { now, settle } = await open("?calls=a,b");
    const count = now().aligned.rows.length;
    await settle(() => press("k"));
    expect([now().aligned.selected, now().params.sel]).toEqual([0, null]);
    for (let step = 0; step < count + 2; step += 1) await settle(() => press("j"));
    expect(now().aligned.selected).toBe(count - 1);
    await settle(() => press("ArrowUp"));
    expect(now().aligned.selected).toBe(count - 2);
  });

  it("skips the rows of a folded call, and unfolds what a selected row is inside of", async () => {
    const { now, settle } = await open("?calls=a,b&sel=a-plan");
    expect(now().aligned.selected).toBe(1);
    await settle(() => press("ArrowLeft"));
    await settle(() => press("j"));
    expect(now().params.sel).toBe("a-end");
    await settle(() => now().actions.select(2));
    await settle(() => press("k"));
    expect(now().params.sel).toBe("a-plan");
  });

  it("goes to its parent when it has nothing to fold", async () => {
    const { now, settle } = await open("?calls=a,b&sel=a-tool");
    await settle(() => press("ArrowLeft"));
    expect(now().params.sel).toBe("a-plan");
    await settle(() => press("ArrowLeft"));
    await settle(() => press("ArrowLeft"));
    expect(now().params.sel).toBeNull();
    await settle(() => press("ArrowRight"));
    expect(now().aligned.selected).toBe(0);
  });

  it("goes to the next difference, from the last to the first one, and back", async () => {
    const { now, settle } = await open("?calls=a,b");
    const { differences } = now().aligned;
    expect(differences.length).toBeGreaterThan(0);
    const seen: number[] = [];
    for (let step = 0; step <= differences.length; step += 1) {
      await settle(() => press("n"));
      seen.push(now().aligned.selected);
    }
    const around = [...differences, ...differences];
    const start = around.findIndex((index) => index > 0);
    expect(seen).toEqual(around.slice(start, start + seen.length));
    await settle(() => press("Shift+N"));
    expect(now().aligned.selected).toBe(seen.at(-2));
  });
});

describe("the sides of a comparison", () => {
  it("swap the base and the compared side", async () => {
    const { now, settle } = await open("?calls=a,b,c");
    await settle(() => press("s"));
    expect(now().compared).toMatchObject({ base: 1, column: 0 });
    await settle(() => now().actions.focusSide(2));
    expect(now().compared).toMatchObject({ base: 1, column: 2 });
  });

  it("keep the compared side when another becomes the base, or trade places with it", async () => {
    const { now, settle } = await open("?calls=a,b,c");
    await settle(() => now().actions.onBase(2));
    expect(now().compared).toMatchObject({ base: 2, column: 1 });
    await settle(() => now().actions.onBase(1));
    expect(now().compared).toMatchObject({ base: 1, column: 2 });
    await settle(() => now().actions.onBase(0));
    expect([now().params.base, now().compared.column]).toEqual([null, 2]);
  });

  it("keep the base when sides change their order", async () => {
    const { now, settle } = await open("?calls=a,b,c");
    await settle(() => now().actions.onMove(0, 1));
    expect(now().params.calls).toEqual(["b", "a", "c"]);
    expect(now().compared).toMatchObject({ base: 1, column: 0 });
  });

  it("can be added and removed", async () => {
    const { now, settle } = await open("?calls=a,b");
    await settle(() => now().actions.add(["c"]));
    expect(now().params.calls).toEqual(["a", "b", "c"]);
    await settle(() => now().actions.onRemove(1));
    expect(now().params.calls).toEqual(["a", "c"]);
  });

  it("only differ by what is selected", async () => {
    const { now, settle } = await open("?calls=a,b");
    await settle(() => press("d"));
    expect(now().params.only).toBe(true);
  });
});

describe("the other kind of comparison", () => {
  it("compares the threads of calls, when each has its own", async () => {
    const { now } = await open("?calls=a,b");
    now().actions.changeKind?.("calls");
    expect(push).not.toHaveBeenCalled();
    now().actions.changeKind?.("threads");
    expect(push).toHaveBeenCalledWith("/airline/compare?threads=thread-a%2Cthread-b");
  });

  it("compares the last turns of threads", async () => {
    const { now } = await open("?threads=thread-a,thread-b");
    now().actions.changeKind?.("calls");
    expect(push).toHaveBeenCalledWith("/airline/compare?calls=a%2Cb");
  });

  it("is not offered for calls of one thread, or without a thread", async () => {
    const same = await open(
      "?calls=a,b",
      stored.map((call) => ({ ...call, thread_id: "one" })),
    );
    expect(same.now().actions.changeKind).toBeNull();
    cleanPage();
    const none = await open(
      "?calls=a,b",
      stored.map((call) => ({ ...call, thread_id: null })),
    );
    expect(none.now().actions.changeKind).toBeNull();
  });

  it("leaves for the list of the compared kind", async () => {
    await open("?calls=a,b");
    press("Escape");
    expect(push).toHaveBeenLastCalledWith("/airline/traces");
    cleanPage();
    await open("?threads=thread-a,thread-b");
    press("Escape");
    expect(push).toHaveBeenLastCalledWith("/airline/threads");
  });
});
