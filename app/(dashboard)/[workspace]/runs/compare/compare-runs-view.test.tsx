// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { exampleRun } from "@/lib/training/runs/testing/example-iteration";
import { exampleSeriesPage } from "@/lib/training/series/testing/example-series";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
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

function draw(runs: string) {
  answerRequests({
    "trainingRuns.read": ({ body }) => {
      const run = RUNS[body.run_id];
      if (!run) return failed("not-found");
      const config = { optimizer: { lr: run.rate }, batch: 8 };
      return json(exampleRun({ id: body.run_id, name: run.name, source: "log", state: "finished", config }));
    },
    "trainingRuns.series": ({ body }) => {
      const run = RUNS[body.run_id];
      if (!run) return failed("not-found");
      return json(exampleSeriesPage({ "figure:reward": run.rewards, "metric:seed": [run.rate, run.rate] }, body));
    },
  });
  return renderElementOnPage(
    <TooltipProvider>
      <CompareRunsView />
    </TooltipProvider>,
    { address: `?runs=${runs}` },
  );
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

it("draws a metric that is constant in each run where the runs differ in it", async () => {
  draw("run-1,log:2");
  expect(await valuesOf("seed")).toHaveLength(2);
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

it("shows the other runs when one cannot be loaded, and says which", async () => {
  draw("run-1,missing");
  expect((await screen.findAllByText(/Run missing could not be loaded/)).length).toBe(1);
  expect(await screen.findByRole("region", { name: "Reward mean" })).toBeTruthy();
});

it("says that no run is chosen yet", async () => {
  draw("");
  await screen.findByText("No runs to compare yet");
});
