// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ComparedKind } from "@/lib/address/compare-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import { ComparePicker } from "./compare-picker";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const workspace = {
  id: "w",
  slug: "ws",
  connectionId: "local",
  connectionName: "bare",
  projectId: "demo/airline",
  createdAt: "2026-11-20T00:00:00Z",
};

const turn = (id: string, trial: number, members: Record<string, unknown> = {}): Call => ({
  id,
  project_id: "demo/airline",
  trace_id: id,
  op_name: "turn",
  thread_id: `trial-${trial}`,
  started_at: "2026-11-20T00:00:00Z",
  ended_at: "2026-11-20T00:00:01Z",
  attributes: { task_id: 7, trial, ...members },
});

const failed = turn("failed", 0, { reward: 0 });

function show(kind: ComparedKind, calls: readonly Call[], like: Call | null = failed) {
  const bodies: Record<string, unknown>[] = [];
  const onPick = vi.fn();
  vi.stubGlobal("fetch", async (_path: string, init: { body: string }) => {
    bodies.push(JSON.parse(init.body) as Record<string, unknown>);
    return new Response(calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ComparePicker workspace={workspace} kind={kind} like={like} taken={["failed", "trial-0"]} onPick={onPick} />
    </QueryClientProvider>,
  );
  return { bodies, onPick };
}

test("finds calls of the same op and task, and lists each thread once with its outcome", async () => {
  const calls = [turn("t1", 1), turn("t2", 1, { reward: 1 }), turn("t3", 2, { reward: 0 }), failed];
  const { bodies, onPick } = show("threads", calls);
  const solved = await screen.findByRole("button", { name: /trial-1.*reward 1/ });
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(bodies[0]).toMatchObject({
    filter: { op_names: ["turn"], trace_roots_only: true },
    query: { $expr: { $eq: [{ $getField: "attributes.task_id" }, { $literal: "7" }] } },
  });
  fireEvent.click(solved);
  expect(onPick).toHaveBeenCalledWith(["trial-1"]);
});

test("lists the newest threads when nothing is shared", async () => {
  const { bodies } = show("calls", [turn("other", 3)], null);
  await screen.findByRole("button", { name: /turn/ });
  expect(bodies[0]).not.toHaveProperty("query");
  expect(bodies[0]).toMatchObject({ filter: { trace_roots_only: true } });
});

test("accepts a pasted link, and reports text without an id", async () => {
  const { onPick } = show("calls", []);
  await screen.findByRole("heading", { name: "No other calls yet" });
  const field = screen.getByRole("textbox");
  fireEvent.change(field, { target: { value: "https://example.org/" } });
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect(screen.getByText("No id found in this text.")).toBeTruthy();
  fireEvent.change(field, { target: { value: "https://example.org/ws/traces/abc" } });
  fireEvent.click(screen.getByRole("button", { name: "Compare" }));
  expect(onPick).toHaveBeenCalledWith(["abc"]);
});

test("never shows a failure as an empty list", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: { kind: "unreachable", message: "No.", requestId: "r", operation: "x" } }, { status: 502 }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ComparePicker workspace={workspace} kind="calls" like={failed} taken={[]} onPick={vi.fn()} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "The service does not respond" });
});
