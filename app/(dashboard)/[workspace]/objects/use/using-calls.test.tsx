// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { usesOf } from "./prepare-uses";
import { CallsOfUse } from "./using-calls";

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

const call = (id: string) => ({
  id,
  project_id: "demo/airline",
  op_name: "answer",
  trace_id: id,
  started_at: "2026-11-20T00:00:00Z",
  attributes: {},
  inputs: {},
  ended_at: "2026-11-20T00:00:01Z",
  summary: {},
});

const failure = (kind: string) =>
  new Response(JSON.stringify({ error: { kind, message: "It failed.", requestId: "r", operation: "x" } }), {
    status: 502,
  });

function show(answers: { count: () => Response; list: () => Response }) {
  vi.stubGlobal("fetch", async (path: string) => (path.includes("queryStats") ? answers.count() : answers.list()));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const [use] = usesOf("demo/airline", { kind: "op", id: "answer" }, "abc");
  if (!use) throw new Error("An op has a use.");
  render(
    <QueryClientProvider client={client}>
      <CallsOfUse workspace={workspace} use={use} nowMs={Date.parse("2026-11-20T00:01:00Z")} />
    </QueryClientProvider>,
  );
}

const counted = (count: number) => () => new Response(JSON.stringify({ count }));
const lines = (rows: readonly unknown[]) => () => new Response(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

describe("the calls of a use", () => {
  it("are counted, and the newest are listed with their traces", async () => {
    show({ count: counted(4812), list: lines([call("c1"), call("c2")]) });
    const links = await screen.findAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/ws/traces/c1", "/ws/traces/c2"]);
    await screen.findByText("4,812 (latest 50)");
  });

  it("show none only when the service returned none", async () => {
    show({ count: counted(0), list: lines([]) });
    await screen.findByText("No calls ran this version.");
  });

  it("show a failure when they cannot be loaded, never an empty list", async () => {
    show({ count: counted(3), list: () => failure("upstream") });
    expect((await screen.findByRole("alert")).textContent).toContain("It failed.");
    expect(screen.queryByText("No calls ran this version.")).toBeNull();
  });

  it("are counted when the service cannot list them", async () => {
    show({ count: counted(3), list: () => failure("unsupported") });
    expect((await screen.findByRole("alert")).textContent).toContain("bare does not support /calls/stream_query");
    await screen.findByText("3");
  });
});
