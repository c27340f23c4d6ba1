// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { JobsView } from "./jobs-view";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => undefined }),
  useParams: () => ({}),
  usePathname: () => "/",
}));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

// Rendering the whole page takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
afterEach(cleanPage);

const job = (members: Partial<JobRecord>): JobRecord => ({
  id: "job",
  status: "queued",
  training_start: null,
  training_end: null,
  error_message: null,
  model_id: "m",
  model_name: "agent",
  project_id: "demo/airline",
  base_model: "base",
  created_at: "2026-11-01T00:00:00Z",
  created_by: "ada",
  trainer: null,
  device: null,
  priority: 0,
  queue_position: null,
  step: null,
  previous_step: null,
  checkpoint_id: null,
  batch_id: null,
  num_sequences: null,
  gradient_step_count: 0,
  last_event_at: null,
  experimental_config: null,
  ...members,
});

const RUNNING = job({ id: "one", status: "running", model_name: "first", device: "0+1" });
const NEXT = job({ id: "two", model_name: "second", queue_position: 1, priority: 10 });
const LAST = job({ id: "three", model_name: "third", queue_position: 2 });
const DONE = job({ id: "four", status: "completed", model_name: "fourth" });

const session = (role: string) => () =>
  json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

function draw(answers: Answers = {}, role = "member") {
  const sent = answerRequests({
    "session.current": session(role),
    "trainingJobs.list": () => json({ data: [LAST, DONE, NEXT, RUNNING], has_more: false }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <JobsView />
    </TooltipProvider>,
  );
  return sent;
}

const rowOf = async (name: string) => await screen.findByRole("row", { name: new RegExp(name) });

async function openMenu(name: string) {
  const button = within(await rowOf(name)).getByRole("button", { name: new RegExp(`^Actions for job .* of ${name}$`) });
  fireEvent.keyDown(button, { key: "Enter" });
  return await screen.findByRole("menu");
}

it("shows the device of a running job and the place and priority of those that wait, in the order of the queue", async () => {
  draw();
  expect((await rowOf("first")).textContent).toContain("on 0+1");
  expect((await rowOf("second")).textContent).toContain("next in the queue, priority high");
  expect((await rowOf("third")).textContent).toContain("number 2 in the queue");
  const names = screen
    .getAllByRole("row")
    .map(({ textContent }) => /first|second|third|fourth/.exec(textContent ?? "")?.[0]);
  expect(names.slice(1)).toEqual(["first", "second", "third", "fourth"]);
  expect(within(await rowOf("fourth")).queryByRole("button")).toBeNull();
});

it("sets the priority of a job that waits, and reads the list again", async () => {
  const sent = draw({ "trainingJobs.prioritize": () => json({ ...LAST, priority: -10 }) });
  const menu = await openMenu("third");
  expect(within(menu).getByRole("menuitemradio", { name: "Normal" }).getAttribute("aria-checked")).toBe("true");
  const before = sent.filter(({ operation }) => operation === "trainingJobs.list").length;
  fireEvent.click(within(menu).getByRole("menuitemradio", { name: "Low" }));
  await waitFor(() => {
    const change = sent.find(({ operation }) => operation === "trainingJobs.prioritize");
    expect(change?.body).toEqual({ training_job_id: "three", priority: -10 });
  });
  await waitFor(() =>
    expect(sent.filter(({ operation }) => operation === "trainingJobs.list").length).toBeGreaterThan(before),
  );
});

it("says when a priority could not be set", async () => {
  draw({ "trainingJobs.prioritize": () => failed("upstream") });
  fireEvent.click(within(await openMenu("third")).getByRole("menuitemradio", { name: "High" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The priority was not changed: It is upstream.");
});

it("cancels a job after a question", async () => {
  const sent = draw({ "trainingJobs.cancel": () => json({ ...NEXT, status: "cancelled", queue_position: null }) });
  fireEvent.click(within(await openMenu("second")).getByRole("menuitem", { name: "Cancel job…" }));
  fireEvent.click(await screen.findByRole("button", { name: "Cancel job" }));
  await waitFor(() => {
    const cancelled = sent.find(({ operation }) => operation === "trainingJobs.cancel");
    expect(cancelled?.body).toEqual({ training_job_id: "two" });
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("offers no priority of a running job, and no change to a viewer", async () => {
  draw({}, "viewer");
  const menu = await openMenu("first");
  expect(within(menu).queryByRole("menuitemradio")).toBeNull();
  await waitFor(() => expect(screen.getByText(/You are a viewer/)).toBeTruthy());
  expect(within(menu).getByRole("menuitem", { name: "Cancel job…" }).getAttribute("data-disabled")).not.toBeNull();
});

it("shows jobs of a service without a queue as before", async () => {
  const { device, priority, queue_position, ...old } = job({ id: "old", model_name: "second" });
  draw({ "trainingJobs.list": () => json({ data: [old], has_more: false }) });
  expect((await rowOf("second")).textContent).not.toContain("queue");
  expect(within(await openMenu("second")).queryByRole("menuitemradio")).toBeNull();
});
