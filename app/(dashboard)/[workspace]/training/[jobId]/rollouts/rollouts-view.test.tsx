// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { exampleRecord } from "@/lib/training/jobs/testing/example-record";
import { exampleBatch, exampleGroup } from "@/lib/training/trajectories/testing/example-batch";
import { layOut } from "@/test/setup/browser-layout";
import { RolloutsView } from "./rollouts-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  useParams: () => ({ workspace: "ws", jobId: "job" }),
  usePathname: () => "/ws/training/job/rollouts",
}));

layOut({ inside: { width: 1200, height: 700 }, drawn: { width: 1200, height: 100 } });

afterEach(cleanup);

const workspace = {
  id: "w",
  slug: "ws",
  connectionId: "local",
  connectionName: "local",
  projectId: "demo/airline",
  createdAt: "2026-11-20T00:00:00Z",
};

const batch = (step: number) => exampleBatch(step, { exception_count: 1, metrics: { reward: 0.5 } });

const group = (index: number, rewards: readonly number[], exception_count = 0) =>
  exampleGroup(index, rewards, { exception_count, label: `task_id ${index}`, title: "Help" });

const groups = [group(0, [1, 1]), group(1, [1, 0], 1), group(2, [0, 1])];

type Body = { trajectory?: number; contains?: string };

const trajectoryOf = (index: number) => ({
  messages_and_choices: [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Help" },
    {
      finish_reason: "stop",
      index: 0,
      logprobs: { content: [{ token: "id:1", bytes: [72, 105], logprob: -1 }] },
      message: { role: "assistant", content: "Hi" },
    },
    { role: "user", content: `Only in ${index}` },
  ],
  reward: 1,
});

/** As a trainer writes them for the choice of trajectory 1. */
const SIGNALS = {
  ...{ group: 1, trajectory: 1, history: 0, message: 2, tokens: 1, weight_version: 3 },
  ...{ new_logprob: -0.5, ratio: 1.649, advantage: -1, entropy: 0.7, mask: 1 },
};

const page = (data: readonly unknown[]) => Response.json({ data, has_more: false });

function answer(path: string, body: Body): Response {
  if (path.includes("workspaces.list")) return Response.json({ workspaces: [workspace] });
  if (path.includes("trainingJobs.read")) return Response.json(exampleRecord);
  if (path.includes("trajectories.batches")) return page([batch(2), batch(1)]);
  if (path.includes("trajectories.groups")) return page(groups);
  if (path.includes("trajectories.group")) {
    const exceptions = [{ type: "<class 'ReadTimeout'>", message: "after 60 s", traceback: "line 80" }];
    return Response.json({ batch_id: "b1", group_index: 1, group: { exceptions } });
  }
  if (path.includes("trajectories.stream")) {
    const found = body.contains === "only in 1" ? [{ group_index: 2, trajectory_index: 1, message_index: 3 }] : [];
    return new Response(found.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const index = body.trajectory ?? 0;
  return Response.json({
    batch_id: "b1",
    group_index: 1,
    trajectory_index: index,
    trajectory: trajectoryOf(index),
    ...(index === 1 ? { token_signals: [SIGNALS] } : {}),
  });
}

const refusal = (operation: string, kind: string, status: number) => (path: string) =>
  path.includes(operation)
    ? Response.json({ error: { kind, message: "No.", requestId: "r", operation } }, { status })
    : null;

function show(search = "", refuse: (path: string) => Response | null = () => null) {
  vi.stubGlobal(
    "fetch",
    async (path: string, init?: { body?: string }) =>
      refuse(path) ?? answer(path, JSON.parse(init?.body ?? "{}") as Body),
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const urls: string[] = [];
  render(
    <NuqsTestingAdapter searchParams={search} onUrlUpdate={({ queryString }) => urls.push(queryString)} hasMemory>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <RolloutsView jobId="job" />
        </TooltipProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return urls;
}

const list = async () => within(await screen.findByRole("region", { name: "List of groups" }));

test("shows the step of the job, trainable groups first, and shared messages once", async () => {
  show();
  expect((await screen.findByRole("slider", { name: "Step" })).getAttribute("aria-valuetext")).toMatch(
    /^step 1, 1 of 2/,
  );
  const rows = (await list()).getAllByRole("link").map((row) => row.getAttribute("aria-label"));
  expect(rows[0]).toBe("Group 1, task_id 1 · Help, rewards 1, 0; 1 failed, mean 0.5, spread 0.5");
  expect(rows[2]).toBe("Group 0, task_id 0 · Help, rewards 1, 1, discarded: all rewards are 1");
  await screen.findByText("3 messages are the same in both");
  await screen.findByText("Only in 1");
  // Each column shows where it begins to differ, and how its advantage is computed.
  expect(screen.getAllByText("first difference")).toHaveLength(2);
  expect(screen.getByText("advantage +1 = (1 − 0.5) / 0.5")).toBeTruthy();
  expect(screen.queryByText("Be kind.")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /messages are the same/ }));
  expect(screen.getAllByText("Be kind.")).toHaveLength(2);
});

test("tints tokens by the signals that the trainer wrote, and names the weights that sampled them", async () => {
  show("?group=1&trajectory=1&p=true&signal=ratio");
  fireEvent.click(await screen.findByRole("button", { name: /messages are the same/ }));
  expect(await screen.findByText("by step 3")).toBeTruthy();
  expect(screen.getAllByText(/^mean /).map(({ textContent }) => textContent)).toEqual(["mean 1.649"]);
});

test("shows an exception next to the trajectories with its message", async () => {
  show("?group=1");
  await screen.findByText("ReadTimeout");
  fireEvent.click(screen.getByRole("button", { name: "Traceback" }));
  await screen.findByText("line 80");
  expect(screen.getByText(/trains on the other 2 trajectories/)).toBeTruthy();
});

test("moves through steps, groups and trajectories with keys and updates the URL", async () => {
  const urls = show();
  await list();
  fireEvent.keyDown(document.body, { key: "j" });
  await expect.poll(() => urls.at(-1)).toContain("group=2");
  fireEvent.keyDown(document.body, { key: "l" });
  await expect.poll(() => urls.at(-1)).toContain("trajectory=1");
  fireEvent.keyDown(document.body, { key: "p" });
  await expect.poll(() => urls.at(-1)).toContain("p=false");
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  await expect.poll(() => urls.at(-1)).toContain("batch=b2");
});

test("computes advantages with the settings of the job that trained on the step", async () => {
  const own = { ...exampleRecord, trainer: "built-in", experimental_config: { scale_rewards: false } };
  const other = { ...own, id: "other", trainer: "external", experimental_config: { advantage_balance: 0.5 } };
  const jobs = (path: string) => {
    if (path.includes("trajectories.batches")) return page([{ ...batch(2), training_job_id: "other" }, batch(1)]);
    if (!path.includes("trainingJobs.read")) return null;
    return Response.json(path.includes("other") ? other : own);
  };
  show("?group=1", jobs);
  await screen.findByText("+0.50");
  expect(screen.getByText("\u22120.50")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "advantage: reward minus mean" }));
  await screen.findByText("Advantage = reward − group mean");
  cleanup();
  show("?group=1&batch=b2", jobs);
  await screen.findByText("+1.00");
  expect(screen.getByText("\u22120.50")).toBeTruthy();
  expect(
    screen.getByRole("button", {
      name: "advantage: reward minus mean, over spread, negative ones × 0.5, not certain",
    }),
  ).toBeTruthy();
});

test("keeps the groups with matches, and reports a failed search as a failure", async () => {
  show("?find=only%20in%201");
  await expect.poll(async () => (await list()).getAllByRole("link")).toHaveLength(1);
  cleanup();
  show("?find=nobody");
  await screen.findByRole("heading", { name: "No groups match" });
  cleanup();
  show("?find=nobody", refusal("trajectories.stream", "unsupported", 501));
  await screen.findByText(/Search failed, showing all groups/);
  expect((await list()).getAllByRole("link")).toHaveLength(3);
});

test.each([
  ["trainingJobs.read", "GET /v1/preview/training-jobs/{id}"],
  ["trajectories.batches", "POST /trajectories/batches"],
])("names the operation that a service does not support: %s", async (operation, path) => {
  show("", refusal(operation, "unsupported", 501));
  await screen.findByText(path);
});

test("never shows a failure as an empty page", async () => {
  show("", refusal("trajectories.groups", "upstream", 502));
  await screen.findByRole("heading", { name: "The service failed" });
  expect(screen.queryByRole("heading", { name: "This step has no groups" })).toBeNull();
  cleanup();
  show("", refusal("trajectories.read", "forbidden", 403));
  await screen.findAllByRole("heading", { name: "Not permitted" });
  cleanup();
  show("?batch=gone");
  await screen.findByRole("heading", { name: "Step not found" });
  cleanup();
  show("?group=9");
  await screen.findByRole("heading", { name: "No group 9 in this step" });
});
