// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { CheckpointEvaluation, CheckpointRun } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { comparison, evaluationFigures, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { EvaluationOfModel } from "./evaluation-of-model";
import { evaluatedCheckpoint, evaluationWith } from "./testing/evaluation-with";
import { useEvaluatedCheckpoints } from "./use-evaluated-checkpoints";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), useParams: () => ({}) }));

// A list scrolls to its chosen option; jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanPage);

const person = (role: string) => ({ id: "p", name: "Ines", email: "ines@example.org", role });

/** The panel, and the column of the score, as the page of the model has them. */
function Page() {
  const [choice, setChoice] = useState<RowChoice>({ rows: "held_out", slice: null, value: null });
  const evaluated = useEvaluatedCheckpoints(testWorkspace, "m", choice);
  return (
    <>
      <EvaluationOfModel
        workspace={testWorkspace}
        modelId="m"
        label="speller"
        evaluated={evaluated}
        checkpoints={[]}
        names={[]}
        view="scores"
        onView={() => undefined}
        choice={choice}
        onChoice={(change) => setChoice({ ...choice, ...change })}
      />
      <ul aria-label="Scores">
        {evaluated.evaluation?.checkpoints.map(({ step }) => (
          <li key={step}>
            {step} {evaluated.score?.cellOf(step)}
          </li>
        ))}
      </ul>
      {evaluated.isUnsupported ? <p>not supported</p> : null}
    </>
  );
}

function draw(
  evaluation: CheckpointEvaluation,
  { role = "member", answers = {} }: { role?: string; answers?: Answers } = {},
) {
  const sent = answerRequests({
    "session.current": () => json({ person: person(role), expiresAt: "2027-01-01T00:00:00Z" }),
    "checkpointEvaluations.read": () => json(evaluation),
    "checkpointEvaluations.start": () => json(evaluation),
    "evaluations.slices": ({ body }) => json({ ...SLICES, path: body.path ?? "level" }),
    "evaluations.figures": ({ body }) =>
      json({
        runs: body.runs.map(({ id, against_id: against }: { id: string; against_id: string }) =>
          evaluationFigures({
            run_id: id,
            against_id: against,
            scores: [
              scoreFigures({
                id: "exact",
                change: comparison({ verdict: id === "call-2" ? "no-difference-shown" : "higher", difference: 0.2 }),
              }),
            ],
          }),
        ),
      }),
    ...answers,
  });
  renderElementOnPage(
    <TooltipProvider>
      <Page />
    </TooltipProvider>,
  );
  return sent;
}

/** Two levels of rows. */
const SLICES = {
  paths: [{ path: "level", value_count: 2 }],
  mean: 0.5,
  values: ["easy", "hard"].map((value) => {
    return { value, examples: 10, mean: 0.5, interval: null, is_within_noise: true };
  }),
  other_count: 0,
};

const panel = () => screen.findByRole("region", { name: "Evaluation of checkpoints" });

/** The evaluation of step 1 in another state. */
function withRun(run: Partial<CheckpointRun>): CheckpointEvaluation {
  const evaluation = evaluationWith([0.2, null]);
  const { run: finished, ...checkpoint } = evaluatedCheckpoint(1, 0.5);
  const changed = finished && { ...finished, figures: null, ...run };
  return { ...evaluation, checkpoints: evaluation.checkpoints.with(1, { ...checkpoint, run: changed }) };
}

/** An evaluation of 20 rows, of which 12 were trained on: trained and held-out means differ. */
function withLineage(): CheckpointEvaluation {
  const evaluation = evaluationWith([0.2, 0.6, 0.8]);
  const heldOut = [0.3, 0.5, 0.25];
  const checkpoints = evaluation.checkpoints.map((checkpoint, at) => {
    const { run } = checkpoint;
    const [score] = run?.figures?.scores ?? [];
    if (!run?.figures || !score) return checkpoint;
    const own = (mean: number, count: number) => [{ ...score, mean, low: null, high: null, example_count: count }];
    const rows = {
      key: "k",
      trained_count: 12,
      held_out_count: 8,
      trained: own(0.9, 12),
      held_out: own(heldOut[at] ?? 0, 8),
      is_known: true,
    };
    return { ...checkpoint, run: { ...run, figures: { ...run.figures, rows } } };
  });
  const best = { step: 1, mean: 0.5, low: null, high: null, part: "held_out" as const, example_count: 8 };
  return { ...evaluation, checkpoints, best };
}

it("shows held-out rows first, says how many were trained on, and switches to these and to all", async () => {
  const sent = draw(withLineage());
  expect((await panel()).textContent).toContain("best exact 0.500 at step 1 on 8 held-out rows");
  expect((await panel()).textContent).toContain("trained on 12 of 20 rows");
  const scores = () =>
    within(screen.getByRole("list", { name: "Scores" }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
  expect(scores()).toEqual(["0.300 n 8", "0.500 n 8", "0.250 n 8"]);
  const asked = () => sent.filter(({ operation }) => operation === "evaluations.figures").map(({ body }) => body.rows);
  await waitFor(() => expect(asked()).toContainEqual({ part: "held_out" }));
  await userEvent.click(screen.getByRole("radio", { name: "Trained 12" }));
  expect(scores()).toEqual(["0.900 n 12", "0.900 n 12", "0.900 n 12"]);
  expect(asked()).toContainEqual({ part: "trained" });
  await userEvent.click(screen.getByRole("radio", { name: "All 20" }));
  expect(scores()).toEqual(["0.200 .100 to .300 n 20", "0.600 .500 to .700 n 20", "0.800 .700 to .900 n 20"]);
  // The best stays the one by held-out rows.
  expect((await panel()).textContent).toContain("best exact 0.500 at step 1 on 8 held-out rows");
});

it("draws the curve of a slice of the rows, with the service's figures of each evaluation over it", async () => {
  const sent = draw(evaluationWith([0.2, 0.6]), {
    answers: {
      "evaluations.figures": ({ body }) =>
        json({
          runs: body.runs.map(({ id }: { id: string }) => {
            const mean = body.rows.where?.[0]?.value !== "hard" ? 0.9 : id === "call-0" ? 0.125 : 0.25;
            return evaluationFigures({
              run_id: id,
              scores: [scoreFigures({ id: "exact", mean, interval: null, example_count: 4 })],
            });
          }),
        }),
    },
  });
  const open = async (name: string) =>
    fireEvent.keyDown(await screen.findByRole("combobox", { name }), { key: "Enter" });
  const choose = async (name: string) =>
    fireEvent.keyDown(await screen.findByRole("option", { name }), { key: "Enter" });
  await open("Slice by");
  await choose("level");
  await open("Value of level");
  await choose("hard 10");
  const scores = within(screen.getByRole("list", { name: "Scores" }));
  await waitFor(() => expect(scores.getAllByRole("listitem")[0]?.textContent).toContain("0.125 n 4"));
  expect(scores.getAllByRole("listitem")[1]?.textContent).toContain("0.250 n 4");
  const asked = sent.filter(({ operation }) => operation === "evaluations.figures").map(({ body }) => body.rows);
  expect(asked).toContainEqual({ part: "held_out", where: [{ path: "level", value: "hard" }] });
  fireEvent.click(screen.getByRole("button", { name: "Count all slices" }));
  await waitFor(() => expect(scores.getAllByRole("listitem")[0]?.textContent).toContain("0.200"));
});

it("names the best with what is within noise of it, and links evaluations and their comparison", async () => {
  draw(evaluationWith([0.2, 0.6, 0.5]));
  expect((await panel()).textContent).toContain("best exact 0.600 at step 1");
  expect(await screen.findByText(/; step 2 within noise/)).toBeTruthy();
  const [first, second] = within(screen.getByRole("list", { name: "Scores" })).getAllByRole("listitem");
  expect(first?.textContent).toBe("0 0.200 .100 to .300 n 20");
  expect(second?.textContent).toContain("+.400 from base");
  expect(within(second as HTMLElement).getByText("better")).toBeTruthy();
  expect(
    within(second as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toMatch(/\/evaluations\/call-1$/);
  expect(screen.getByRole("link", { name: "Compare" }).getAttribute("href")).toMatch(/runs=call-0,call-1,call-2$/);
});

it("draws the curve of another score of the same evaluations on request", async () => {
  const evaluation = evaluationWith([0.2, 0.6]);
  const checkpoints = evaluation.checkpoints.map((one) => {
    const [score] = one.run?.figures?.scores ?? [];
    if (!one.run?.figures || !score) return one;
    const scores = [score, { ...score, id: "short" }];
    return { ...one, run: { ...one.run, figures: { ...one.run.figures, scores } } };
  });
  draw({ ...evaluation, checkpoints });
  expect(await screen.findByRole("region", { name: "exact by gradient step" })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("combobox", { name: "Score of the curve" }), { key: "Enter" });
  fireEvent.keyDown(await screen.findByRole("option", { name: "short" }), { key: "Enter" });
  expect(await screen.findByRole("region", { name: "short by gradient step" })).toBeTruthy();
  expect((await panel()).textContent).toContain("best exact 0.600 at step 1");
});

it("evaluates what exists on request, and says why that was rejected", async () => {
  const sent = draw(evaluationWith([null, null, 0.5]), {
    answers: { "checkpointEvaluations.start": () => failed("upstream") },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Evaluate 2 existing" }));
  expect(await screen.findByText(/It is upstream/)).toBeTruthy();
  expect(sent.find(({ operation }) => operation === "checkpointEvaluations.start")?.body).toEqual({
    model_id: "m",
    steps: null,
  });
});

it.each([
  ["failed", "No trial has an answer: temperature", "Evaluate again"],
  ["stopped", "Stopped.", "Evaluate again"],
] as const)("shows a %s evaluation with its reason, and repeats it", async (state, reason, action) => {
  const sent = draw(withRun({ state, reason }));
  const problem = within(await screen.findByRole("list", { name: "Evaluations without figures" }));
  expect(problem.getByText(reason)).toBeTruthy();
  await userEvent.click(await problem.findByRole("button", { name: action }));
  expect(sent.find(({ operation }) => operation === "checkpointEvaluations.start")?.body.steps).toEqual([1]);
});

it("leads from an evaluation over budget to where it can be resumed", async () => {
  draw(withRun({ state: "over_budget", reason: "The spending limit of $2 is reached." }));
  const problem = within(await screen.findByRole("list", { name: "Evaluations without figures" }));
  expect(problem.getByText("over budget")).toBeTruthy();
  const link = await problem.findByRole("link", { name: "Resume or stop" });
  expect(link.getAttribute("href")).toMatch(/new\?run=run-1$/);
});

it("shows the progress of one that runs", async () => {
  draw(withRun({ state: "running", done: 7, total: 20, reason: null }));
  expect(await screen.findByText("running 7 of 20")).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Evaluations without figures" })).toBeNull();
});

it("shows viewers everything, and no action", async () => {
  const sent = draw(withRun({ state: "failed", reason: "No answer" }), { role: "viewer" });
  await waitFor(() => expect(sent.map(({ operation }) => operation)).toContain("session.current"));
  expect(await screen.findByText("No answer")).toBeTruthy();
  expect(within(await panel()).queryByRole("link", { name: "Settings" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Evaluate again" })).toBeNull();
});

it("says that no evaluation is set, and leads members to set one", async () => {
  draw({ ...evaluationWith([null]), settings: null });
  expect((await panel()).textContent).toContain("Metrics below are means of its training data.");
  expect((await screen.findByRole("link", { name: "Set an evaluation" })).getAttribute("href")).toMatch(
    /\/models\/m\/evaluation$/,
  );
});

it("says that the evaluation could not be loaded, which is not the same as none", async () => {
  draw(evaluationWith([]), { answers: { "checkpointEvaluations.read": () => failed("upstream") } });
  expect((await screen.findByRole("alert")).textContent).toContain("could not be loaded");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

it.each([
  ["upstream", /Changes could not be computed/],
  ["not-found", /the calls of an evaluation were deleted/],
] as const)("keeps the curve when only the changes cannot be computed: %s", async (kind, words) => {
  draw(evaluationWith([0.2, 0.6]), { answers: { "evaluations.figures": () => failed(kind) } });
  expect(await screen.findByText(words)).toBeTruthy();
  expect((await panel()).textContent).toContain("best exact 0.600 at step 1");
});
