// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { layOut } from "@/test/setup/browser-layout";
import { comparison, evaluationFigures, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { EvaluationsView } from "./evaluations-view";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), useParams: () => ({}), usePathname: () => "/" }));
vi.mock("@/components/session/workspace-gate", () => ({
  WorkspaceGate: ({ children }: { children: (workspace: typeof testWorkspace) => unknown }) => children(testWorkspace),
}));

layOut({ inside: { width: 1200, height: 600 }, drawn: { width: 1200, height: 600 } });
// The list scrolls to the chosen option; jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
afterEach(() => {
  cleanPage();
  push.mockClear();
});

const newer = evaluationRun({ id: "r2", name: "Newer", started_at: "2026-11-21T10:00:00Z" });
const older = evaluationRun({ id: "r1", name: "Older" });

const figures: Answers[string] = ({ body }) =>
  json({
    runs: body.runs.map(({ id, against_id: against }: { id: string; against_id: string | null }) =>
      evaluationFigures({
        run_id: id,
        against_id: against,
        scores: [scoreFigures({ change: against === null ? null : comparison() })],
      }),
    ),
  });

function draw(runs: readonly ReturnType<typeof evaluationRun>[], answers: Answers = {}, address = "") {
  const sent = answerRequests({
    "evaluations.query": () => json({ runs, total_count: runs.length }),
    "evaluations.figures": figures,
    serverInfo: () => json({ min_required_weave_python_version: "0", extensions: ["evaluations.query"] }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <EvaluationsView />
    </TooltipProvider>,
    { address },
  );
  return sent;
}

const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

it("shows each run with its score, interval and change against the run before it", async () => {
  const sent = draw([newer, older]);
  const row = await rowOf("Newer");
  expect(await within(row).findByText("0.600")).toBeTruthy();
  expect(within(row).getByText("better")).toBeTruthy();
  expect(within(row).getByText("50 × 2")).toBeTruthy();
  expect(sent.find(({ operation }) => operation === "evaluations.figures")?.body.runs).toEqual([
    { id: "r2", against_id: "r1" },
    { id: "r1", against_id: null },
  ]);
});

const lineage = { counted: 16, trained: 34, all: 50, models: ["agent"] };
const members = { path: "split", paths: [{ path: "split", value_count: 2 }], mean: 0.6, other_count: 0 };
const slice = { value: "test", examples: 16, mean: 0.6, interval: null, is_within_noise: true };

it("says which rows its figures and curve are over, and counts another part when asked, in the address", async () => {
  const sent = draw([newer, older], {
    "evaluations.figures": ({ body }) =>
      json({
        runs: body.runs.map(({ id }: { id: string }) => {
          const part = body.rows.part;
          const rows = id === "r2" ? { ...lineage, part } : null;
          return evaluationFigures({ run_id: id, rows, ...(rows && { example_count: 16 }), scores: [scoreFigures()] });
        }),
      }),
  });
  expect(await within(await rowOf("Newer")).findByText("16 held-out")).toBeTruthy();
  expect(within(await rowOf("Older")).queryByText(/held-out/)).toBeNull();
  expect(await screen.findByText("held-out rows in 1 of 2 runs, n 16")).toBeTruthy();
  await userEvent.click(await screen.findByRole("radio", { name: "Trained 34" }));
  expect(await within(await rowOf("Newer")).findByText("16 trained")).toBeTruthy();
  const parts = sent.filter(({ operation }) => operation === "evaluations.figures").map(({ body }) => body.rows.part);
  expect(new Set(parts)).toEqual(new Set(["held_out", "trained"]));
});

it("counts the slice in the address, and says which runs have no row of it", async () => {
  const sent = draw(
    [newer, older],
    {
      "evaluations.figures": ({ body }) =>
        json({
          runs: body.runs.map(({ id }: { id: string }) =>
            evaluationFigures({ run_id: id, example_count: id === "r2" ? 16 : 0, scores: [scoreFigures()] }),
          ),
        }),
      "evaluations.slices": () => json({ ...members, values: [slice] }),
    },
    "?slice=split&value=test",
  );
  expect(await within(await rowOf("Older")).findByText("No rows where split = test")).toBeTruthy();
  expect((await screen.findByRole("combobox", { name: "Value of split" })).textContent).toContain("test");
  expect(sent.find(({ operation }) => operation === "evaluations.figures")?.body.rows).toEqual({
    part: "held_out",
    where: [{ path: "split", value: "test" }],
  });
  await userEvent.click(screen.getByRole("button", { name: "Count all slices" }));
  await vi.waitFor(() =>
    expect(sent.filter(({ operation }) => operation === "evaluations.figures").at(-1)?.body.rows).toEqual({
      part: "held_out",
    }),
  );
});

it("shows the version of the dataset, and moves through more scores than there are columns", async () => {
  const scores = ["a", "b", "c", "d"].map((id) => scoreFigures({ id, scorer: id }));
  draw([evaluationRun({ ...older, dataset_version: 14 })], {
    "evaluations.figures": () => json({ runs: [evaluationFigures({ run_id: "r1", scores })] }),
  });
  const heading = await screen.findByRole("row", { name: /^tasks v14 50 rows, 1 evaluation a b c scores 1 to 3 of 4/ });
  await userEvent.click(within(heading).getByRole("button", { name: "Next scores of tasks" }));
  expect(within(heading).getByText("scores 4 to 4 of 4")).toBeTruthy();
  expect(within(heading).getByRole("cell", { name: "d" })).toBeTruthy();
  await userEvent.click(within(heading).getByRole("button", { name: "Previous scores of tasks" }));
  expect(within(heading).getByRole("cell", { name: "a" })).toBeTruthy();
});

it("says what is wrong with runs that did not finish", async () => {
  draw(
    [
      evaluationRun({ id: "f", name: "Broken", state: "failed", exception: "TypeError: no column" }),
      evaluationRun({
        id: "l",
        name: "Silent",
        state: "lost",
        last_activity_at: "2026-11-20T10:05:00Z",
        ended_trial_count: 7,
      }),
    ],
    {
      "evaluations.figures": () =>
        json({ runs: [evaluationFigures({ run_id: "f", scores: [] }), evaluationFigures({ run_id: "l" })] }),
    },
  );
  expect(await within(await rowOf("Broken")).findByRole("img", { name: "Failed: TypeError: no column" })).toBeTruthy();
  expect(
    within(await rowOf("Silent")).getByRole("img", { name: /^No sign of life since .*, 7 of 100 trials$/ }),
  ).toBeTruthy();
});

it("keeps the rows when their figures cannot be loaded, and says so", async () => {
  draw([older], { "evaluations.figures": () => failed("upstream") });
  expect(await screen.findByText(/^Could not load the scores:/)).toBeTruthy();
});

it("compares the selection, with the oldest run as the baseline", async () => {
  draw([newer, older], {}, "?sel=r2,r1");
  const link = await screen.findByRole("link", { name: /Compare 2/ });
  expect(link.getAttribute("href")).toBe("/airline/evaluations/compare?runs=r1,r2");
  press("c");
  expect(push).toHaveBeenCalledExactlyOnceWith("/airline/evaluations/compare?runs=r1,r2");
});

it("compares over the rows that the list counts", async () => {
  draw([newer, older], {}, "?sel=r2,r1&rows=all&slice=split&value=test");
  const href = "/airline/evaluations/compare?runs=r1,r2&rows=all&slice=split&value=test";
  expect((await screen.findByRole("link", { name: /Compare 2/ })).getAttribute("href")).toBe(href);
  press("c");
  expect(push).toHaveBeenCalledExactlyOnceWith(href);
});

it("says why runs of different datasets cannot be compared", async () => {
  draw([newer, evaluationRun({ ...older, dataset_name: "other", dataset_key: "d2" })], {}, "?sel=r2,r1");
  expect(await screen.findByText("The selected evaluations use different datasets.")).toBeTruthy();
  expect(screen.getByRole("button", { name: /Compare 2/ }).hasAttribute("disabled")).toBe(true);
});

it("moves by keys, selects and opens", async () => {
  draw([newer, older]);
  await rowOf("Newer");
  press("j", "j", "Enter");
  expect(push).toHaveBeenCalledWith("/airline/evaluations/r1");
  press("x");
  expect(await screen.findByText("1 selected")).toBeTruthy();
});

it("scrolls to the row that the cursor moves to", async () => {
  const seen: string[] = [];
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    seen.push(this.querySelector("a")?.textContent ?? "");
  });
  draw([newer, older]);
  await rowOf("Newer");
  press("j", "j");
  expect(seen).toEqual(["Newer", "Older"]);
  scroll.mockRestore();
});

it("moves by keys only through the rows that are shown", async () => {
  const runs = Array.from({ length: 17 }, (_, index) => evaluationRun({ id: `r${index}`, name: `Run ${index}` }));
  draw(runs);
  await screen.findByText("Run 0");
  press(...runs.map(() => "j"), "Enter");
  expect(push).toHaveBeenLastCalledWith("/airline/evaluations/r14");
  await userEvent.click(screen.getByText("Show 2 older evaluations of tasks"));
  press("j", "Enter");
  expect(push).toHaveBeenLastCalledWith("/airline/evaluations/r15");
});

it("groups by model, and then names the dataset in each row", async () => {
  draw([newer, evaluationRun({ ...older, model_name: "other", dataset_version: 2 })]);
  await rowOf("Newer");
  expect(screen.queryByRole("columnheader", { name: "Dataset" })).toBeNull();
  screen.getByRole("combobox", { name: "Group by" }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("option", { name: "Group by model" }));
  expect(await screen.findByRole("row", { name: /^agent 1 evaluation/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: /^other 1 evaluation/ })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Dataset" })).toBeTruthy();
  expect(within(await rowOf("Older")).getByText("tasks v2")).toBeTruthy();
});

it("shows the columns that are chosen", async () => {
  draw([older]);
  expect((await rowOf("Older")).textContent).not.toMatch(/10\s?m/);
  await userEvent.click(screen.getByRole("button", { name: "Columns 5 of 10" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Duration" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Cost" }));
  expect((await rowOf("Older")).textContent).toMatch(/10\s?m/);
  expect(screen.queryByRole("columnheader", { name: "Cost" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(await screen.findByRole("columnheader", { name: "Cost" })).toBeTruthy();
});

it("draws a score over the steps of checkpoints, and over time when asked", async () => {
  draw([
    evaluationRun({ ...newer, model_name: "agent-step-20" }),
    evaluationRun({ ...older, model_name: "agent-step-10" }),
  ]);
  const curve = await screen.findByRole("region", { name: "exact by training step" });
  expect(within(curve).getByText("Mean of exact of 1 model. agent is best at step 10 with 0.600.")).toBeTruthy();
  await userEvent.click(within(curve).getByRole("radio", { name: "Time" }));
  expect(await screen.findByRole("region", { name: "exact by time" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Hide curve" }));
  expect(screen.queryByRole("region", { name: "exact by time" })).toBeNull();
});

it("says in place of the curve when the scores could not be loaded", async () => {
  draw([newer, older], { "evaluations.figures": () => failed("upstream") });
  const curve = await screen.findByRole("region", { name: "Score by time" });
  expect(await within(curve).findByText(/^Could not load the scores/)).toBeTruthy();
});

it("distinguishes an empty project, no match, a failure and a service without evaluations", async () => {
  draw([]);
  expect(await screen.findByText("No evaluations in airline yet")).toBeTruthy();
  cleanPage();
  draw([older], {}, "?q=nothing");
  expect(await screen.findByText("No evaluations match the search")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await rowOf("Older")).toBeTruthy();
  cleanPage();
  draw([], { "evaluations.query": () => failed("upstream") });
  expect(await screen.findByRole("alert")).toBeTruthy();
  cleanPage();
  draw([], { "evaluations.query": () => failed("unsupported") });
  expect(await screen.findByText("This connection does not support evaluations")).toBeTruthy();
});

it("links to a new evaluation only where the service can run one", async () => {
  draw([older]);
  await rowOf("Older");
  expect(screen.queryByRole("link", { name: "New evaluation" })).toBeNull();
  cleanPage();
  draw([older], {
    serverInfo: () => json({ min_required_weave_python_version: "0", extensions: ["evaluationRuns.start"] }),
  });
  expect((await screen.findByRole("link", { name: "New evaluation" })).getAttribute("href")).toBe(
    "/airline/evaluations/new",
  );
});
