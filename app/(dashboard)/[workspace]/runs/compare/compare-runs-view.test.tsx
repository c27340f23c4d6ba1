// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { exampleIteration, exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { exampleSeriesPage } from "@/lib/training/series/testing/example-series";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { CompareRunsView } from "./compare-runs-view";

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

const RUNS: Readonly<Record<string, { name: string; rate: number; rewards: readonly number[] }>> = {
  "run-1": { name: "careful", rate: 0.05, rewards: [0.1, 0.3] },
  "log:2": { name: "quick", rate: 0.2, rewards: [0.2, 0.25, 0.4] },
};

function draw(runs: string, answers: Answers = {}) {
  const sent = answerRequests({
    "trainingRuns.read": ({ body }) => {
      const run = RUNS[body.run_id];
      if (!run) return failed("not-found");
      const config = { optimizer: { lr: run.rate }, batch: 8 };
      const iterations = [exampleIteration(body.run_id === "run-1" ? 40 : 60)];
      const given = { id: body.run_id, name: run.name, config, iterations };
      return json(exampleRun({ ...given, source: "log", state: "finished" }));
    },
    "trainingRuns.series": ({ body }) => {
      const run = RUNS[body.run_id];
      if (!run) return failed("not-found");
      return json(exampleSeriesPage({ "figure:reward": run.rewards, "metric:seed": [run.rate, run.rate] }, body));
    },
    ...answers,
  });
  const page = renderElementOnPage(
    <TooltipProvider>
      <CompareRunsView />
    </TooltipProvider>,
    { address: `?runs=${runs}` },
  );
  return { ...page, sent };
}

const valuesOf = async (metric: string) =>
  within(await screen.findByRole("region", { name: metric }))
    .getAllByTitle(/careful|quick/)
    .map((one) => one.textContent);

it("draws runs over each other, with the last value of each, and shows only settings that differ", async () => {
  draw("run-1,log:2");
  await waitFor(async () => expect(await valuesOf("Reward mean")).toEqual(["A careful0.300", "B quick0.400"]));
  const settings = within(await screen.findByRole("table", { name: "Settings" }));
  expect((await settings.findByRole("row", { name: /^optimizer.lr/ })).textContent).toContain("0.05");
  expect(settings.queryByRole("row", { name: /^batch/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show equal settings" }));
  expect(await settings.findByRole("row", { name: /^batch/ })).toBeTruthy();
});

it("puts rollouts of the same prompts at the last step of all runs side by side, with the difference", async () => {
  const group = (task: number, content: string, mean: number, answer: string) => ({
    ...{ task, group: task, title: content, messages: [{ role: "user", content }], values: null },
    ...{ reward_mean: mean, reward_std_dev: 0, has_signal: false },
    rollouts: [
      {
        ...{ rollout: 0, call_id: null, trace_id: null, answer, finish_reason: "stop", reward: mean, advantage: 0 },
        ...{ scores: {}, error: null, tokens: 3, latency_ms: null, ended_at: null },
      },
    ],
  });
  const groups: Record<string, unknown[]> = {
    "run-1": [group(0, "only here?", 1, "yes"), group(1, "2 + 2?", 0.25, "five")],
    "log:2": [group(0, "2 + 2?", 0.75, "four")],
  };
  const { sent } = draw("run-1,log:2", {
    "trainingRuns.rollouts": ({ body }) => {
      const own = groups[body.run_id] ?? [];
      return json({ iteration: 38, from_step: null, groups: own, total_groups: own.length, has_more: false });
    },
  });
  const prompts = within(await screen.findByRole("table", { name: "Prompts" }));
  expect(prompts.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "PromptA careful, step 38B quick, step 38",
    "2 + 2?0.250 of 10.750 +0.500 of 1",
    "only here?1 of 1–",
  ]);
  const asked = sent.filter(({ operation }) => operation === "trainingRuns.rollouts").map(({ body }) => body);
  expect(asked.map(({ iteration, nearest }) => [iteration, nearest])).toEqual([
    [40, true],
    [40, true],
  ]);
  const side = (name: string) => within(screen.getByRole("region", { name: `Rollouts of ${name}` }));
  expect(side("A careful").getByText("five")).toBeTruthy();
  expect(side("B quick").getByText("four")).toBeTruthy();
  fireEvent.click(prompts.getByRole("button", { name: "only here?" }));
  expect(await side("B quick").findByText("This run did not sample the prompt.")).toBeTruthy();
  const step = screen.getByRole("spinbutton", { name: "Step of the rollouts" });
  fireEvent.change(step, { target: { value: "12" } });
  fireEvent.keyDown(step, { key: "Enter" });
  await waitFor(() =>
    expect(sent.findLast(({ operation }) => operation === "trainingRuns.rollouts")?.body.iteration).toBe(12),
  );
});

it("puts the time of an iteration side by side, unknown where a run does not report it", async () => {
  const split = { iterations: 2, overlaps: false, stretches: [], phases: [{ phase: "sampling", seconds: 90 }] };
  draw("run-1,log:2", {
    "trainingRuns.read": ({ body: { run_id: id } }) =>
      json({ ...exampleRun({ id, name: RUNS[id]?.name ?? "" }), time_split: id === "run-1" ? split : null }),
  });
  const times = within(await screen.findByRole("table", { name: "Times" }));
  expect(times.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "NameA carefulB quick",
    "sampling45.0 s 100%–",
    "all45.0 s –",
  ]);
});

it("draws the use of the machines over each other, unknown for a run that does not report it", async () => {
  draw("run-1,log:2", {
    "trainingRuns.series": ({ body }) => {
      const own = body.run_id === "run-1" ? { "metric:system/gpu_percent": [70, 80] } : {};
      return json(
        exampleSeriesPage({ "figure:reward": [0.1, 0.3], "metric:system/cpu_percent": [50, 60], ...own }, body),
      );
    },
  });
  // Parts of the page that load later may replace the band.
  const band = () => within(screen.getByRole("region", { name: "System" }));
  await waitFor(() =>
    expect(
      band()
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["GPU usemean of the GPUsA careful80%B quick–", "Processor100% is one coreA careful60%B quick60%"]),
  );
});

it("says where a run began again", async () => {
  draw("run-1,log:2", {
    "trainingRuns.read": ({ body }) =>
      json(
        exampleRun({
          id: body.run_id,
          source: "log",
          state: "finished",
          restarts: body.run_id === "log:2" ? [2, 7] : [],
        }),
      ),
  });
  const rewards = within(await screen.findByRole("table", { name: "Rewards" }));
  expect((await rewards.findByRole("row", { name: /^Began again/ })).textContent).toBe("Began againneverat step 2, 7");
});

it("draws a metric that is constant in each run where the runs differ in it", async () => {
  draw("run-1,log:2");
  expect(await valuesOf("seed")).toHaveLength(2);
});

it("draws the same quantity of two programs over each other, and says how the other one names it", async () => {
  draw("run-1,log:2", {
    "trainingRuns.series": ({ body }) => {
      const name = body.run_id === "run-1" ? "metric:actor/grad_norm" : "metric:optim/grad_norm";
      return json(exampleSeriesPage({ "figure:reward": [0.1, 0.3], [name]: [1, 2] }, body));
    },
  });
  await waitFor(async () => expect(await valuesOf("Gradient norm")).toEqual(["A careful2", "B quick2"]));
  expect(screen.getByText("B quick: optim/grad_norm")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Metrics of optim" })).toBeNull();
});

it("hides a run and removes one, in the address too", async () => {
  const { addresses } = draw("run-1,log:2");
  await waitFor(async () => expect(await valuesOf("Reward mean")).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "Hide quick" }));
  await waitFor(() => expect(screen.queryByText("B quick", { selector: ".sr-only" })).toBeNull());
  expect(addresses.at(-1)?.get("hide")).toBe("log:2");
  fireEvent.click(screen.getByRole("button", { name: "Remove careful" }));
  await waitFor(() => expect(addresses.at(-1)?.get("runs")).toBe("log:2"));
});

it("draws one run alone with the key of its letter or by pressing it, and all again", async () => {
  const { addresses } = draw("run-1,log:2");
  await waitFor(async () => expect(await valuesOf("Reward mean")).toHaveLength(2));
  press("b");
  await waitFor(() => expect(addresses.at(-1)?.get("hide")).toBe("run-1"));
  press("b");
  await waitFor(() => expect(addresses.at(-1)?.get("hide")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Show only careful" }));
  await waitFor(() => expect(addresses.at(-1)?.get("hide")).toBe("log:2"));
  expect(screen.getByRole("button", { name: "Show only careful" }).getAttribute("aria-pressed")).toBe("true");
  // A letter without a run.
  press("f");
  expect(addresses.at(-1)?.get("hide")).toBe("log:2");
});

it("names group and tags of each run beside its name, of many tags the number", async () => {
  const tags = ["baseline", "7b", "third", "fourth", "fifth"];
  draw("run-1,log:2", {
    "trainingRuns.read": ({ body: { run_id: id } }) =>
      json(exampleRun({ id, name: RUNS[id]?.name ?? "", ...(id === "run-1" ? { tags, group: "rates" } : {}) })),
  });
  const legend = within(screen.getByRole("list", { name: "Compared runs" }));
  await legend.findByText("baseline");
  expect(legend.getByTitle("Group rates")).toBeTruthy();
  expect(legend.queryByText("fourth")).toBeNull();
  expect(legend.getByTitle("fourth, fifth").textContent).toBe("+2");
});

it("shows the other runs when one cannot be loaded, and says which", async () => {
  draw("run-1,missing");
  expect((await screen.findAllByText(/Run missing could not be loaded/)).length).toBe(1);
  expect(await screen.findByRole("region", { name: "Reward mean" })).toBeTruthy();
});

it("leads back to the list with its runs selected, to choose others", async () => {
  draw("run-1,log:2");
  const link = await screen.findByRole("link", { name: "Change runs" });
  expect(link.getAttribute("href")).toBe("/airline/runs?sel=run-1%2Clog%3A2");
});

it("says that no run is chosen yet, and where to choose some", async () => {
  draw("");
  await screen.findByText("No runs to compare yet");
  expect(screen.getByRole("link", { name: "Select runs" }).getAttribute("href")).toBe("/airline/runs");
});
