// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { evaluationRun } from "@/test/setup/evaluation-fixtures";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { EvaluationForm } from "./evaluation-form";
import { LikeGate } from "./like-gate";

beforeEach(() => window.localStorage.clear());
afterEach(cleanPage);

const example = operations["evaluationRuns.read"].example.result;
const [model] = example.models;

/** A run that was started here, with one root call. */
const startedRun = (id: string, callId: string, name: string) => ({
  ...example,
  id,
  models: [{ ...model, model: name, label: name, call_id: callId }],
  settings: { ...example.settings, models: [{ ...example.settings.models[0], model: name }] },
});

const started = [startedRun("s1", "c1", "openai/large"), startedRun("s2", "c2", "openai/small")];

function open(answers: Answers = {}) {
  const sent = answerRequests({
    "completions.providers": () => json({ providers: [] }),
    "objs.query": () => json({ objs: [] }),
    "obj.read": () => failed("not-found"),
    "evaluations.query": ({ body }) =>
      json({
        runs: body.run_ids.map((id: string) => evaluationRun({ id, model_name: `model of ${id}`, name: `run ${id}` })),
        total_count: 2,
      }),
    "evaluationRuns.list": () => json({ runs: started, has_more: false }),
    "evaluationRuns.read": ({ body }) => json(started.find(({ id }) => id === body.run_id)),
    "evaluationRuns.estimate": () => json(operations["evaluationRuns.estimate"].example.result),
    ...answers,
  });
  renderElementOnPage(
    <LikeGate workspace={testWorkspace} runIds={["c1", "c2", "logged"]}>
      {(preset, note) => (
        <EvaluationForm workspace={testWorkspace} preset={preset} note={note} onStarted={() => undefined} />
      )}
    </LikeGate>,
  );
  return sent;
}

it("opens the form with the scorers of one run and the models of others, and names the models it cannot fill in", async () => {
  open();
  expect(await screen.findByText("openai/small")).toBeTruthy();
  expect(screen.queryByText("openai/large")).toBeNull();
  for (const { name } of example.settings.scorers) expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  expect(screen.getByText("Add the models whose settings are not stored here: model of logged.")).toBeTruthy();
});

it("says what a run without stored settings leaves to choose", async () => {
  open({ "evaluationRuns.list": () => json({ runs: [], has_more: false }) });
  expect(await screen.findByText(/^The settings of run c1 are not stored here: choose the prompt/)).toBeTruthy();
});

it("distinguishes a run that does not exist from a failure", async () => {
  open({ "evaluations.query": () => json({ runs: [], total_count: 0 }) });
  expect(await screen.findByText("Evaluation not found")).toBeTruthy();
  cleanPage();
  open({ "evaluationRuns.list": () => failed("upstream") });
  expect(await screen.findByText(/It is upstream/)).toBeTruthy();
});
