// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { operations } from "@/lib/api/contract/operations";
import type { Staleness } from "@/lib/api/contract/training-runs/staleness";
import type { TimeSplit } from "@/lib/api/contract/training-runs/time-split";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { exampleIteration, exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { exampleSeriesPage } from "@/lib/training/series/testing/example-series";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { RunView } from "./run-view";

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
// A list scrolls to its selected option, which jsdom does not support.
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanPage);

const session = (role: string) => () =>
  json({ person: { id: "p", name: "Ines", email: "ines@example.org", role }, expiresAt: "2027-01-01T00:00:00Z" });

const rollout = (iteration: number, place: number): RolloutGroup["rollouts"][number] => ({
  rollout: place,
  call_id: `call-${iteration}-${place}`,
  trace_id: `call-${iteration}-${place}`,
  answer: `answer ${place} of iteration ${iteration}`,
  finish_reason: "stop",
  reward: place,
  advantage: place === 0 ? -1 : 1,
  scores: { right: place === 1 },
  error: null,
  tokens: 9,
  latency_ms: 12,
  ended_at: null,
});

const groupsOf = (iteration: number): RolloutGroup[] =>
  ["Cancel my flight.", "Book a seat."].map((title, task) => ({
    task,
    group: task,
    title,
    messages: [{ role: "user", content: title }],
    values: { prompt: title, answer: "sorry" },
    reward_mean: 0.5,
    reward_std_dev: 0.5,
    has_signal: true,
    rollouts: [rollout(iteration, 0), rollout(iteration, 1)],
  }));

const SERIES = {
  "figure:reward": [0.1, 0.2, 0.4],
  "metric:actor/entropy": [3, 2, 1],
  "metric:actor/lr": [1, 1, 1],
  ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`metric:actor/m${index}`, [index, 1, 2]])),
  "metric:__proto__": [1, 2, 3],
};

function draw(run: ReturnType<typeof exampleRun>, answers: Answers = {}) {
  const sent = answerRequests({
    "session.current": session("member"),
    "trainingRuns.read": () => json(run),
    "trainingRuns.series": ({ body }) => json(exampleSeriesPage(SERIES, body)),
    "trainingRuns.rollouts": ({ body }) =>
      json({
        iteration: body.iteration,
        from_step: body.iteration - 1,
        groups: groupsOf(body.iteration),
        total_groups: 2,
        has_more: false,
      }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <RunView runId={run.id} />
    </TooltipProvider>,
  );
  return sent;
}

it("shows the verdict, the current work, and one or two values as figures", async () => {
  draw(
    exampleRun({
      state: "finished",
      iterations_done: 2,
      phase: { name: "training", iteration: 3, done: 1, total: 3, since: "2026-11-20T14:00:00Z", job_id: "j" },
    }),
  );
  expect(await screen.findByText("With 8 groups, at least 5 iterations are needed.")).toBeTruthy();
  expect(screen.getByText("Iteration 3: training, 1 of 3 gradient steps")).toBeTruthy();
  const reward = await screen.findByRole("region", { name: "Reward mean" });
  expect(within(reward).getByText("0.400")).toBeTruthy();
});

it("shows where the time of the iterations goes, and nothing of it where no metric says it", async () => {
  const split: TimeSplit = {
    ...{ iterations: 2, overlaps: false },
    phases: [
      { phase: "sampling", seconds: 90 },
      { phase: "training", seconds: 30 },
    ],
    stretches: [{ from: 1, to: 2, seconds: [45, 15] }],
  };
  draw(exampleRun({ time_split: split }));
  const time = await screen.findByRole("region", { name: "Time of an iteration" });
  expect(within(time).getByText("1 m 00 s on average over 2 iterations")).toBeTruthy();
  expect(
    within(time)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["sampling75%45.0 s", "training25%15.0 s"]);
  cleanPage();
  draw(exampleRun());
  await screen.findByRole("region", { name: "Reward mean" });
  expect(screen.queryByRole("region", { name: "Time of an iteration" })).toBeNull();
});

it("shows how stale rollouts were, and nothing of it where none says which weights sampled it", async () => {
  const staleness: Staleness = {
    ...{ rollouts: 16, unknown: 0, mean: 0.75, most: 1 },
    bands: [0, 1].map((lag) => ({ from: lag, to: lag })),
    stretches: [{ from: 1, to: 2, shares: [0.25, 0.75] }],
  };
  draw(exampleRun({ staleness }));
  const stale = within(await screen.findByRole("region", { name: "Staleness" }));
  expect(stale.getByText("mean 0.8 steps, at most 1, over 16 rollouts")).toBeTruthy();
  // The shades mean something, also without the pointer.
  expect(stale.getByText(/share of rollouts/)).toBeTruthy();
  cleanPage();
  draw(exampleRun({ staleness: { ...staleness, mean: 0, most: 0 } }));
  expect(await screen.findByText("none: 16 rollouts sampled by the weights that they train")).toBeTruthy();
  cleanPage();
  draw(exampleRun({ staleness: null }));
  await screen.findByRole("region", { name: "Reward mean" });
  expect(screen.queryByText("Staleness")).toBeNull();
});

it("draws the use of the machine in one band, each metric once, and no band where no metric says it", async () => {
  const metrics = { ...SERIES, "metric:tokens_per_second": [70, 80, 90], "metric:system/cpu_percent": [150, 150, 150] };
  const sent = draw(exampleRun(), {
    "trainingRuns.series": ({ body }) => json(exampleSeriesPage(metrics, body)),
  });
  const band = await screen.findByRole("region", { name: "System" });
  const rows = () => within(band).getAllByRole("listitem");
  await waitFor(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      "Processor100% is one core150%",
      "Tokens per second90",
    ]),
  );
  // A processor that is always as busy is a constant, and tokens per second are a usual chart: not a second time.
  expect(screen.queryByText(/system\/cpu_percent/)).toBeNull();
  expect(screen.queryByRole("region", { name: "Tokens per second" })).toBeNull();
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a metric" }), { target: { value: "cpu" } });
  expect(await screen.findByRole("region", { name: "system/cpu_percent" })).toBeTruthy();
  expect(sent.filter(({ operation }) => operation === "trainingRuns.series").length).toBeLessThan(5);
  cleanPage();
  draw(exampleRun());
  await screen.findByRole("region", { name: "Reward mean" });
  expect(screen.queryByRole("region", { name: "System" })).toBeNull();
});

it("asks for the newest iterations without metrics, and for series of the width of a chart", async () => {
  const sent = draw(exampleRun());
  await screen.findByRole("region", { name: "Reward mean" });
  const bodyOf = (operation: string) => sent.find((one) => one.operation === operation)?.body;
  expect(bodyOf("trainingRuns.read")).toMatchObject({ newest: 200, has_metrics: false });
  expect(bodyOf("trainingRuns.series")).toMatchObject({
    first: 12,
    points: 240,
    smoothing: { kind: "ema", weight: 0.6 },
  });
});

it("shows what one looks at first, then sections by prefix; a constant is one line", async () => {
  const sent = draw(exampleRun({ id: "log:1", source: "log" }));
  await screen.findByRole("region", { name: "Entropy" });
  expect(screen.getByText("actor/lr 1")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "actor/m9" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^actor\/ ?13 metrics|^actor\/ ?11 metrics/ }));
  expect(await screen.findByRole("region", { name: "actor/m9" })).toBeTruthy();
  // The first view may be read again meanwhile.
  const asked = sent.filter(({ operation }) => operation === "trainingRuns.series").map(({ body }) => body);
  expect(asked).toContainEqual(
    expect.objectContaining({ first: 0, keys: expect.arrayContaining(["metric:actor/m13"]) }),
  );
});

it("finds hidden metrics by name, and says why a constant is one", async () => {
  draw(exampleRun());
  const find = await screen.findByRole("searchbox", { name: "Find a metric" });
  fireEvent.change(find, { target: { value: "lr" } });
  expect((await screen.findByRole("region", { name: "actor/lr" })).textContent).toContain("constant: 1");
  fireEvent.change(find, { target: { value: "__proto" } });
  expect(await screen.findByRole("region", { name: "__proto__" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Reward mean" })).toBeNull());
});

it("keeps a pinned metric first, and remembers it for the project", async () => {
  draw(exampleRun());
  fireEvent.change(await screen.findByRole("searchbox", { name: "Find a metric" }), { target: { value: "m7" } });
  fireEvent.click(await screen.findByRole("button", { name: "Pin actor/m7" }));
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a metric" }), { target: { value: "" } });
  const charts = await screen.findByRole("region", { name: "Charts" });
  await waitFor(() => expect(within(charts).getAllByRole("region")[0]?.getAttribute("aria-label")).toBe("actor/m7"));
  expect(localStorage.getItem("heddle-pinned-metrics demo/airline")).toBe('["metric:actor/m7"]');
});

it("asks for other values when the axis, the smoothing or the scale is changed", async () => {
  const sent = draw(exampleRun(), {
    "trainingRuns.series": ({ body }) => json(exampleSeriesPage(SERIES, body, { axes: ["step", "time"], x: body.x })),
  });
  fireEvent.click(await screen.findByRole("radio", { name: "Time" }));
  await waitFor(() => expect(sent.some(({ body }) => body?.x === "time")).toBe(true));
  fireEvent.change(screen.getByRole("slider", { name: "EMA" }), { target: { value: "0" } });
  await waitFor(() =>
    expect(sent.some(({ operation, body }) => operation === "trainingRuns.series" && body?.smoothing === null)).toBe(
      true,
    ),
  );
});

it("draws the metrics of the iterations where the service does not reduce series", async () => {
  draw(exampleRun(), { "trainingRuns.series": () => failed("unsupported") });
  expect(await screen.findByRole("region", { name: "Groups with signal" })).toBeTruthy();
});

it("never shows a failure as a run without metrics", async () => {
  draw(exampleRun(), { "trainingRuns.series": () => failed("upstream") });
  expect((await screen.findByRole("alert")).textContent).toContain("It is upstream.");
  expect(screen.queryByText("No metrics yet")).toBeNull();
});

it("puts the rollouts of the first and the last iteration beside each other, each with its trace", async () => {
  draw(exampleRun({ state: "finished", iterations: [1, 2, 3].map((iteration) => exampleIteration(iteration)) }));
  const first = await screen.findByRole("region", { name: "Rollouts of iteration 1" });
  const last = screen.getByRole("region", { name: "Rollouts of iteration 3" });
  expect(within(first).getByText("answer 0 of iteration 1")).toBeTruthy();
  expect(within(last).getByRole("link", { name: "Trace of rollout 2" }).getAttribute("href")).toBe(
    "/airline/traces/call-3-1",
  );
  const chat = within(last).getByRole("link", { name: "Chat with step 2" }).getAttribute("href") ?? "";
  expect(new URL(chat, "http://x").searchParams.get("rollout")).toBe("batch-3.0.0");
  fireEvent.click(screen.getByRole("button", { name: /^Book a seat/ }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Book a seat/ }).getAttribute("aria-current")).toBe("true"),
  );
  expect(screen.getAllByText("Book a seat.").length).toBeGreaterThan(1);
});

it("shows the tool calls of a rollout one line each until they are opened", async () => {
  const steps = [
    { role: "assistant", text: 'get_order({"id": 7})' },
    { role: "tool", text: '{"status": "sent"}' },
    { role: "assistant", text: "It was sent." },
  ];
  const [group] = groupsOf(1);
  const answered = { ...rollout(1, 0), steps, answer: "It was sent." };
  draw(exampleRun({ iterations: [exampleIteration(1)] }), {
    "trainingRuns.rollouts": () =>
      json({
        iteration: 1,
        from_step: 0,
        groups: [{ ...group, rollouts: [answered] }],
        total_groups: 1,
        has_more: false,
      }),
  });
  const list = await screen.findByRole("list", { name: "Steps" });
  const [call, result, ...others] = within(list).getAllByRole("button");
  expect(others).toEqual([]);
  expect([call?.textContent, call?.getAttribute("aria-expanded")]).toEqual(['modelget_order({"id": 7})', "false"]);
  if (result) fireEvent.click(result);
  expect(result?.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByText("2 requests")).toBeTruthy();
  expect(screen.getByText("It was sent.")).toBeTruthy();
});

it("says how many labels a run waits for, and leads to the review queue", async () => {
  const { settings } = operations["trainingRuns.start"].example.body;
  const label = { queue_id: "queue-1", question: "polite", max_wait_minutes: 60 };
  const reward = { mean: null, std_dev: null, group_std_dev: null, low: null, high: null, min: null, max: null };
  draw(
    exampleRun({
      settings: { ...settings, reward: { scorers: [], label, weights: {} } } as never,
      phase: {
        ...{ name: "labeling", iteration: 1, done: 0, total: 32, job_id: null },
        ...{ since: "2026-11-20T14:00:00Z", until: "2026-11-20T15:00:00Z" },
      },
      iterations: [exampleIteration(1, { state: "labeling", reward, rollouts: 0, unlabeled: 32, step: null })],
    }),
  );
  expect(await screen.findByText("Iteration 1: waiting for labels, 0 of 32 rollouts")).toBeTruthy();
  expect(screen.getByText(/Waiting for labels: 0 of 32\. Pauses at /)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the review queue" }).getAttribute("href")).toBe(
    "/airline/review/queue-1",
  );
  expect(screen.getByText("polite (human labels)")).toBeTruthy();
  // Rollouts without a reward can be read.
  expect(await screen.findByRole("region", { name: "Rollouts of iteration 1" })).toBeTruthy();
});

it("pauses a running run, and asks before it stops one", async () => {
  const sent = draw(exampleRun(), {
    "trainingRuns.pause": () => json(exampleRun({ state: "paused" })),
    "trainingRuns.stop": () => json(exampleRun({ state: "stopped" })),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Pause" }));
  await waitFor(() => expect(sent.some(({ operation }) => operation === "trainingRuns.pause")).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  const confirm = await screen.findByRole("button", { name: "Stop run" });
  expect(sent.some(({ operation }) => operation === "trainingRuns.stop")).toBe(false);
  fireEvent.click(confirm);
  await waitFor(() => expect(sent.some(({ operation }) => operation === "trainingRuns.stop")).toBe(true));
});

it("says why a run is paused, and resumes it with a higher limit", async () => {
  const reason = "The limit of 6000 tokens is reached: 5990 are spent.";
  const paused = exampleRun({ state: "paused", reason, limits: { tokens: 6000, cost_usd: null, minutes: null } });
  const sent = draw(paused, { "trainingRuns.resume": () => json(exampleRun()) });
  expect(await screen.findByText(reason)).toBeTruthy();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "New limit of tokens" });
  expect(field.value).toBe("12000");
  const form = field.closest("form");
  if (form) fireEvent.submit(form);
  await waitFor(() =>
    expect(sent.find(({ operation }) => operation === "trainingRuns.resume")?.body).toMatchObject({
      max_tokens: 12_000,
    }),
  );
});

it("shows a client's run without actions that belong to the client", async () => {
  draw(exampleRun({ id: "model:m", source: "client", iterations_planned: null }));
  expect(await screen.findByText(/A client runs this loop/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

it("shows a viewer a run without its actions", async () => {
  draw(exampleRun({ state: "paused", reason: null }), { "session.current": session("viewer") });
  expect(await screen.findByText(/Resuming a run needs the member role/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
});

it("says that a run was not found", async () => {
  draw(exampleRun(), { "trainingRuns.read": () => failed("not-found") });
  expect((await screen.findByRole("alert")).textContent).toContain("It is not-found.");
});

it("shows notes as text, the group and tags with the runs that share them, and the name it was started under", async () => {
  const run = exampleRun({
    ...{ name: "Small rate", given_name: "agent-1", notes: "<b>late</b>", is_archived: false },
    ...{ tags: ["a"], group: "rates" },
  });
  draw(run);
  const about = await screen.findByRole("region", { name: "About the run" });
  expect(about.textContent).toBe("<b>late</b>ratesaStarted as agent-1");
  expect(within(about).getByRole("link", { name: "a" }).getAttribute("href")).toBe("/airline/runs?tag=a");
  expect(screen.getByRole("button", { name: "Edit run" })).toBeTruthy();
});

it("shows where an imported run was started, and says that its files do not say when", async () => {
  const versions = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`package-${index}`, `${index}.0`]));
  draw(
    exampleRun({
      ...{ id: "log:1", source: "log", started_at: null, settings: null },
      origin: {
        command: "python train.py --lr 1",
        commit: "abc",
        has_changes: true,
        versions: { ...versions, trl: "1.16" },
      },
    }),
  );
  const origin = await screen.findByRole("region", { name: "Where the run was started" });
  expect(origin.textContent).toContain("python train.py --lr 1");
  expect(origin.textContent).toContain("abc, with changes");
  expect(within(origin).getByText("trl")).toBeTruthy();
  expect(within(origin).queryByText("package-9")).toBeNull();
  fireEvent.click(within(origin).getByRole("button", { name: "Show 3 more versions" }));
  expect(within(origin).getByText("package-9")).toBeTruthy();
  expect(screen.getByText("Imported")).toBeTruthy();
});

it("offers no change of names where the service keeps none", async () => {
  draw(exampleRun());
  expect(await screen.findByRole("button", { name: "Pause" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit run" })).toBeNull();
});

it("shows a logged run, and deletes it after confirmation", async () => {
  const logged = exampleRun({
    ...{ id: "log:1", source: "log", model: null, logged_model: "Qwen/Qwen3-7B", settings: null },
  });
  const sent = draw(logged, { "trainingRuns.delete": () => json({}) });
  expect(await screen.findByText("Qwen/Qwen3-7B")).toBeTruthy();
  expect(screen.getByText("logged by another program")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete run" }));
  await waitFor(() =>
    expect(sent.find(({ operation }) => operation === "trainingRuns.delete")?.body).toMatchObject({ run_id: "log:1" }),
  );
});
