// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ModelList } from "./model-list";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const workspace = {
  id: "w",
  slug: "ws",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-20T00:00:00Z",
};

const model = (id: string, step: number | null) => ({
  id,
  name: `agent ${id}`,
  entity: "demo",
  project: "airline",
  base_model: "tiny",
  created_at: "2026-11-20T00:00:00Z",
  created_by: "ada",
  latest_step: step,
  checkpoint_count: 1,
  job_count: 2,
});

function show(list: () => Response) {
  vi.stubGlobal("fetch", async (path: string) =>
    path.includes("models.list") ? list() : Response.json({ data: [], has_more: false }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ModelList workspace={workspace} modelId="m/2" nowMs={Date.parse("2026-11-20T01:00:00Z")} />
    </QueryClientProvider>,
  );
}

const refused = (kind: string, status: number) => () =>
  Response.json({ error: { kind, message: "No.", requestId: "r", operation: "models.list" } }, { status });

test("lists the models of the project, and marks the shown one", async () => {
  show(() => Response.json({ data: [model("m/2", 12), model("m3", null)], has_more: false }));
  const nav = within(screen.getByRole("navigation", { name: "Models of the project" }));
  const shown = await nav.findByRole("link", { current: "page" });
  expect(shown.getAttribute("href")).toBe("/ws/models/m%2F2");
  expect(shown.textContent).toContain("step 12, 2 jobs");
  expect(nav.getByRole("link", { name: /agent m3/ }).textContent).toContain("no checkpoint");
});

test("says why models could not be loaded", async () => {
  show(refused("upstream", 502));
  await screen.findByText(/^Could not load models: /);
});

// The client remembers what a connection does not support.
test("is hidden if the service does not list models", async () => {
  show(refused("unsupported", 501));
  await expect.poll(() => screen.queryByRole("navigation")).toBeNull();
});
