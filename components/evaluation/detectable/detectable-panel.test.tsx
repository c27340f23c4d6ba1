// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { ToastProvider } from "@/components/ui/toast";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { layOut } from "@/test/setup/browser-layout";
import { comparison, evaluationFigures, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { DetectablePanel } from "./detectable-panel";

layOut();
afterEach(cleanPage);

const runs = [
  evaluationRun({ id: "r2", name: "Second", trials: 2 }),
  evaluationRun({ id: "r1", name: "First", trials: 2 }),
];

function draw(score: Partial<ScoreFigures>, { rows = 16, trials = 2, answers = {} as Answers } = {}) {
  const sent = answerRequests({
    "evaluations.query": () => json({ runs, total_count: 2 }),
    "evaluations.figures": () =>
      json({ runs: [evaluationFigures({ run_id: "r2", against_id: "r1", scores: [scoreFigures(score)] })] }),
    ...answers,
  });
  renderElementOnPage(
    <ToastProvider>
      <DetectablePanel workspace={testWorkspace} datasetName="tasks" rows={rows} trials={trials} />
    </ToastProvider>,
  );
  return sent;
}

const known = {
  change: comparison({ examples: 16, detectable_difference: 0.3383 }),
  deviation_within: Math.sqrt(0.0625),
};

it("states the difference that the form's rows and trials can show, and from which runs it is known", async () => {
  const sent = draw(known, { trials: 8 });
  expect(await screen.findByText(/^\.302 with 16 rows × 8 trials, in four of five tries\./)).toBeTruthy();
  expect(screen.getByText(/differences between Second and First\.$/)).toBeTruthy();
  expect(sent.findLast(({ operation }) => operation === "evaluations.figures")?.body.runs).toEqual([
    { id: "r2", against_id: "r1" },
  ]);
});

it("lists the difference for each number of trials as a table", async () => {
  draw(known);
  await userEvent.click(await screen.findByRole("button", { name: /table and export/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Show as table" }));
  expect(screen.getAllByRole("row")).toHaveLength(13);
});

it("draws no curve for fewer rows than an interval needs", async () => {
  draw(known, { rows: 9 });
  expect(await screen.findByText("9 rows are too few for an interval: needs 10.")).toBeTruthy();
});

it.each<[string, Answers, string | RegExp]>([
  [
    "two runs on the same rows are missing",
    { "evaluations.query": () => json({ runs: runs.slice(0, 1), total_count: 1 }) },
    "Not known: needs two finished evaluations on the same rows of tasks.",
  ],
  [
    "the two runs do not differ",
    { "evaluations.figures": () => json({ runs: [evaluationFigures({ scores: [scoreFigures({})] })] }) },
    "Not known: Second and First do not differ on 10 shared examples.",
  ],
  [
    "earlier evaluations could not be read",
    { "evaluations.figures": () => failed("upstream") },
    /^Could not load the earlier evaluations: It is upstream/,
  ],
])("says that %s", async (_, answers, words) => {
  draw(known, { answers });
  expect(await screen.findByText(words)).toBeTruthy();
});
