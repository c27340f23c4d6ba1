// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { MatchingCalls } from "@/app/(dashboard)/[workspace]/traces/list/listing";
import { useRowMoves } from "@/app/(dashboard)/[workspace]/traces/list/use-row-moves";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import type { Call } from "@/lib/api/contract/calls/calls";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useBulk } from "./use-bulk";
import { useDeletionCount } from "./use-deletion-count";

afterEach(cleanPage);

const ids = ["a", "b", "c"];
const calls = ids.map((id) => ({ id, trace_id: id, started_at: "2026-11-20T00:00:00Z" }) as Call);

const signedIn = (role: string): Answers => ({
  "session.current": () =>
    json({
      person: { id: "p", name: "Ines", email: "ines@example.org", role },
      expiresAt: "2027-01-01T00:00:00Z",
    }),
});

function open(matching: number | null = 3, role = "member") {
  answerRequests(signedIn(role));
  const page = renderOnPage(
    (now: { matching: number | null }) => {
      const choice = useRowMoves({ calls, listKey: "list" }, null, () => undefined);
      const listing: MatchingCalls = {
        list: { calls, newestAt: "2026-11-20T00:00:00Z" },
        counts: { matching: now.matching },
        selection: { filter: { trace_roots_only: true }, query: undefined, problems: [] } as never,
        rowAt: (index) => ({ id: ids[index] }) as CallListRow,
      };
      return { bulk: useBulk(testWorkspace, listing, choice), choice };
    },
    { props: { matching } },
  );
  const bulk = () => page.result.current.bulk;
  const toggle = (id: string) => act(() => page.result.current.choice.selection.toggle(id, false));
  return { ...page, bulk, toggle };
}

describe("the selected calls", () => {
  it("can become all matching ones when the whole page is selected and there are more", () => {
    const { bulk, toggle } = open(12);
    expect(bulk().onAllMatching).toBeNull();
    for (const id of ids) toggle(id);
    act(() => bulk().onAllMatching?.());
    expect([bulk().allMatching, bulk().onAllMatching]).toEqual([12, null]);
  });

  it("are already all when the page has every matching call, or their number is unknown", () => {
    const { bulk, toggle, rerender } = open(3);
    for (const id of ids) toggle(id);
    expect(bulk().onAllMatching).toBeNull();
    rerender({ matching: null });
    expect(bulk().onAllMatching).toBeNull();
  });

  it("are read-only for viewers", async () => {
    const { bulk } = open(3, "viewer");
    await waitFor(() => expect(bulk().refusal).toMatch("read-only"));
    cleanPage();
    const member = open(3, "member");
    expect(member.bulk().refusal).toBeNull();
  });
});

describe("an action on calls", () => {
  it("exports the selection one by one, or all matching calls up to the newest listed", () => {
    const { bulk, toggle } = open(12);
    toggle("b");
    act(() => bulk().exportSelected());
    expect(bulk().work).toMatchObject({
      kind: "export",
      what: "selected calls",
      subject: { count: 1, parts: [{ filter: { call_ids: ["b"] } }] },
    });
    toggle("a");
    toggle("c");
    act(() => bulk().onAllMatching?.());
    act(() => bulk().exportSelected());
    expect(bulk().work).toMatchObject({ what: "matching calls", subject: { count: 12 } });
    expect(JSON.stringify(bulk().work)).toContain("$not");
    act(() => bulk().close());
    expect(bulk().work).toBeNull();
  });

  it("shows the number of matching calls once it is counted", () => {
    const { bulk, rerender } = open(null);
    act(() => bulk().exportMatching());
    expect(bulk().work).toMatchObject({ subject: { count: null } });
    rerender({ matching: 7 });
    expect(bulk().work).toMatchObject({ subject: { count: 7 } });
  });

  it("names the rows to delete, except when all matching calls are deleted", () => {
    const { bulk, toggle } = open(12);
    toggle("b");
    act(() => bulk().askToDelete());
    expect(bulk().work).toMatchObject({ kind: "delete", rows: [{ id: "b" }] });
    toggle("a");
    toggle("c");
    act(() => bulk().onAllMatching?.());
    act(() => bulk().askToDelete());
    expect(bulk().work).toMatchObject({ kind: "delete", rows: null });
  });

  it("keeps the selection when a deletion is undone, and clears it when the deletion ends", () => {
    const { bulk, toggle } = open();
    toggle("b");
    act(() => bulk().askToDelete());
    const { work } = bulk();
    if (work?.kind !== "delete") throw new Error("No deletion was started");
    act(() => bulk().deleteSubject(work.subject));
    expect([bulk().work, bulk().deletion?.count]).toEqual([null, 1]);
    act(() => bulk().undoDeletion());
    expect([bulk().deletion, bulk().ids]).toEqual([null, ["b"]]);
    act(() => bulk().deleteSubject(work.subject));
    act(() => bulk().endDeletion());
    expect([bulk().deletion, bulk().ids]).toEqual([null, []]);
  });

  it("can be to log a call or to add the selection to a table", () => {
    const { bulk, toggle } = open();
    toggle("c");
    act(() => bulk().addToTable());
    expect(bulk().work).toMatchObject({ kind: "table", subject: { parts: [{ filter: { call_ids: ["c"] } }] } });
    act(() => bulk().logCall());
    expect(bulk().work).toEqual({ kind: "log" });
  });
});

describe("the number of calls that a deletion removes", () => {
  const row = (id: string, isRoot: boolean, traceId = id) => ({ id, traceId, isRoot });
  type Rows = Parameters<typeof useDeletionCount>[1];

  function count(rows: Rows, answers: Answers) {
    const sent = answerRequests(answers);
    const { result } = renderOnPage(
      () => {
        const [stable] = useState(rows);
        return { count: useDeletionCount(testWorkspace, stable) };
      },
      { props: {} },
    );
    return { sent, count: () => result.current.count };
  }

  it("is the size of the traces when whole traces are deleted, in several requests", async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => row(`r${index}`, true));
    const { sent, count: found } = count(rows, {
      "calls.queryStats": ({ body }) =>
        json({ count: body.filter.trace_ids.length * 3, total_storage_size_bytes: null }),
    });
    expect(found()).toBeUndefined();
    await waitFor(() => expect(found()).toBe(4500));
    expect(sent).toHaveLength(2);
  });

  const links = [
    { id: "turn", parent_id: "root" },
    { id: "tool", parent_id: "turn" },
    { id: "other", parent_id: "root" },
    { id: "root", parent_id: null },
  ].map((link) => ({ ...calls[0], ...link, trace_id: "t", op_name: "x", project_id: "demo/airline", attributes: {} }));

  it("includes the descendants of calls inside a trace", async () => {
    const { count: found } = count([row("turn", false, "t")], { "calls.streamQuery": () => lines(links) });
    await waitFor(() => expect(found()).toBe(2));
  });

  it("is unknown when the calls of the trace are incomplete or cannot be read", async () => {
    const half = () => new Response(`${JSON.stringify(links[0])}\n{"id":`);
    const cut = count([row("turn", false, "t")], { "calls.streamQuery": half });
    await waitFor(() => expect(cut.count()).toBeNull());
    cleanPage();
    const down = count([row("turn", false, "t")], { "calls.streamQuery": () => failed("upstream") });
    await waitFor(() => expect(down.count()).toBeNull());
  });

  it("is unknown for calls of too many traces and for all matching calls", async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => row(`r${index}`, false));
    const many = count(rows, {});
    await waitFor(() => expect(many.count()).toBeNull());
    cleanPage();
    const all = count(null, {});
    expect([all.count(), all.sent]).toEqual([null, []]);
    expect(many.sent).toEqual([]);
  });
});
