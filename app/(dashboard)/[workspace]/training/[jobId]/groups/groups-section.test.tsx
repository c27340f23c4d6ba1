// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { exampleRecord } from "@/lib/training/jobs/testing/example-record";
import { exampleBatch, exampleGroup } from "@/lib/training/trajectories/testing/example-batch";
import { GroupsSection } from "./groups-section";

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

const named = (index: number, rewards: readonly number[]) =>
  exampleGroup(index, rewards, { label: `task_id ${index}` });

const groups: Record<string, unknown> = {
  b0: [named(0, [0, 0]), named(1, [0, 1])],
  b1: [named(0, [1, 1]), named(2, [0, 1])],
};

const page = (data: unknown) => Response.json({ data, has_more: false });

const refused = (operation: string, kind: string, status: number) =>
  Response.json({ error: { kind, message: "No.", requestId: "r", operation } }, { status });

type Refuse = (path: string, body: { batch_id?: string }) => Response | Promise<Response> | null;

function show(refuse: Refuse = () => null) {
  vi.stubGlobal("fetch", async (path: string, init?: { body?: string }) => {
    const body = JSON.parse(init?.body ?? "{}") as { batch_id?: string };
    const refusal = await refuse(path, body);
    if (refusal) return refusal;
    if (path.includes("trajectories.batches")) {
      const log = exampleBatch(2, { kind: "log", split: "val" });
      return page([log, exampleBatch(1), exampleBatch(0)]);
    }
    return page(groups[body.batch_id ?? ""] ?? []);
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <GroupsSection workspace={workspace} record={exampleRecord} />
    </QueryClientProvider>,
  );
  return client;
}

test("shows a table of links over the trained steps, with arrow keys that skip gaps", async () => {
  show();
  fireEvent.click(await screen.findByRole("radio", { name: "Steps" }));
  const table = within(screen.getByRole("table", { name: /^Mean reward of each group/ }));
  await table.findByRole("rowheader", { name: "step 1" });
  expect(table.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["step 0", "step 1"]);
  const first = table.getByRole("link", { name: "task_id 0, step 1, mean 1, no spread" });
  expect(first.getAttribute("href")).toBe("/ws/training/job/rollouts?batch=b1&group=0");
  // One cell is in the tab order, and it belongs to this job.
  expect(table.getAllByRole("link").filter(({ tabIndex }) => tabIndex === 0)).toEqual([first]);
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowUp" });
  const above = table.getByRole("link", { name: "task_id 0, step 0, mean 0, no spread" });
  expect(document.activeElement).toBe(above);
  fireEvent.keyDown(above, { key: "ArrowRight" });
  expect(document.activeElement).toBe(table.getByRole("link", { name: "task_id 1, step 0, mean 0.500, spread 0.500" }));
  expect(screen.getByText("1 carries no signal")).toBeTruthy();
});

test("shows each trajectory of the job first, with the spread and the means of its groups", async () => {
  show();
  const table = within(await screen.findByRole("table", { name: /^Reward of each trajectory/ }));
  await table.findByRole("link", { name: /^task_id 2, trajectory 1/ });
  expect(screen.getByText("3 of 4 trajectories rewarded", { exact: false })).toBeTruthy();
  expect(table.getByRole("rowheader", { name: "spread" }).closest("tr")?.textContent).toBe("spreadno spread0.500");
  const means = within(screen.getByRole("region", { name: "Group mean reward" }));
  expect(means.getAllByRole("listitem").map(({ title }) => title)).toContain(
    "Mean 0.8 to 1: 1 group, 1 without signal",
  );
  const cell = table.getByRole("link", { name: "task_id 2, trajectory 1, reward 1, spread 0.500 in its group" });
  expect(cell.getAttribute("href")).toBe("/ws/training/job/rollouts?batch=b1&group=2&trajectory=1");
});

test("keeps the loaded steps next to a failed one and reports the failure", async () => {
  show((path, { batch_id }) =>
    path.includes("trajectories.groups") && batch_id === "b0" ? refused("trajectories.groups", "upstream", 502) : null,
  );
  await screen.findByRole("rowheader", { name: "trajectory 1" });
  await screen.findByText("Could not load groups.");
});

test("shows no other step while the groups of the job load", async () => {
  let respond: (response: Response) => void = () => undefined;
  const own = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  const client = show((_path, { batch_id }) => (batch_id === "b1" ? own : null));
  await waitFor(() => {
    const states = client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.status);
    expect(states.toSorted()).toEqual(["pending", "success", "success"]);
  });
  expect(screen.getByRole("status", { name: "Loading groups" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  respond(page(groups.b1));
  expect(await screen.findByText("3 of 4 trajectories rewarded", { exact: false })).toBeTruthy();
});

test("names the operation that a service does not support", async () => {
  show((path) => (path.includes("trajectories.batches") ? refused("trajectories.batches", "unsupported", 501) : null));
  await screen.findByText("POST /trajectories/batches");
});
