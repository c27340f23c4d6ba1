// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderElementOnPage, testWorkspace } from "@/test/setup/render-on-page";
import "@/test/setup/browser-layout";
import { EvaluationForm } from "./evaluation-form";
import { PresetGate } from "./preset-gate";

beforeEach(() => window.localStorage.clear());
afterEach(cleanPage);

const version = (index: number, config: object) => ({
  project_id: "demo/airline",
  object_id: "support",
  created_at: "2026-11-20T14:30:01Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: 0,
  kind: "object",
  val: { messages: [{ role: "user", content: "Hi" }], config },
});

const prompts = [
  { objectId: "support", digest: "d0" },
  { objectId: "support", digest: "d1" },
];

function open(read: (digest: string) => Response) {
  const sent = answerRequests({
    "completions.providers": () => json({ providers: [] }),
    "objs.query": () => json({ objs: [version(0, {}), version(1, {})] }),
    "obj.read": ({ body }) => read(body.digest),
    "evaluationRuns.estimate": () => json(operations["evaluationRuns.estimate"].example.result),
  });
  renderElementOnPage(
    <PresetGate workspace={testWorkspace} prompts={prompts}>
      {(preset) => <EvaluationForm workspace={testWorkspace} preset={preset} onStarted={() => undefined} />}
    </PresetGate>,
  );
  return () => sent.findLast(({ operation }) => operation === "evaluationRuns.estimate")?.body.settings.models;
}

const keepRowsAndScorer = () =>
  window.localStorage.setItem(
    "heddle.evaluation-draft.w",
    JSON.stringify({
      datasetRef: "weave:///demo/airline/object/rows:d",
      scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
    }),
  );

it("the form opens with the versions of prompts in the address, each with its own model", async () => {
  open((digest) => json({ obj: version(digest === "d0" ? 0 : 1, { model: `openai/${digest}` }) }));
  expect((await screen.findByRole("combobox", { name: "Prompt of openai/d0" })).textContent).toBe("support v0");
  expect(screen.getByRole("combobox", { name: "Prompt of openai/d1" }).textContent).toBe("support v1");
});

it("a version without a model, or that cannot be read, asks for one", async () => {
  open((digest) => (digest === "d0" ? json({ obj: version(0, {}) }) : failed("not-found")));
  const [first] = await screen.findAllByRole("combobox", { name: /^Model of support/ });
  if (!first) throw new Error("There is a field");
  expect(screen.getByText(/^Needs a model for each prompt/)).toBeTruthy();
  fireEvent.change(first, { target: { value: "openai/plain" } });
  fireEvent.blur(first);
  expect(await screen.findAllByText("openai/plain")).toHaveLength(2);
});

it("each version is sent with the settings that it was stored with, as the form shows before", async () => {
  keepRowsAndScorer();
  const lastModels = open((digest) => {
    const config = { model: "openai/m", temperature: 0.7, max_completion_tokens: 256, tools: [] };
    return json({ obj: digest === "d0" ? version(0, config) : version(1, { model: "openai/m" }) });
  });
  expect(await screen.findByText("Sent with temperature 0.7, max tokens 256, as stored with the prompt")).toBeTruthy();
  expect(screen.getByText("Not sent: tools")).toBeTruthy();
  expect(screen.getByText("Sent with temperature 0")).toBeTruthy();
  await waitFor(() =>
    expect(lastModels()).toMatchObject([
      { params: { temperature: 0.7, max_completion_tokens: 256 } },
      { params: { temperature: 0 } },
    ]),
  );
  fireEvent.click(screen.getByRole("checkbox", { name: "Send each prompt with the settings that it was stored with" }));
  expect(await screen.findByText("Sent with temperature 0, not with the prompt's own")).toBeTruthy();
  await waitFor(() => expect(lastModels()).toMatchObject([{ params: { temperature: 0 } }, {}]));
});

it("a version that was stored for another model offers that model", async () => {
  window.localStorage.setItem(
    "heddle.evaluation-draft.w",
    JSON.stringify({ models: [{ model: "openai/m", promptRef: "weave:///demo/airline/object/support:d1" }] }),
  );
  answerRequests({
    "completions.providers": () => json({ providers: [] }),
    "objs.query": () => json({ objs: [version(1, {})] }),
    "obj.read": () => json({ obj: version(1, { model: "openai/own" }) }),
  });
  renderElementOnPage(<EvaluationForm workspace={testWorkspace} onStarted={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Use openai/own for this prompt" }));
  expect(await screen.findByRole("combobox", { name: "Prompt of openai/own" })).toBeTruthy();
});

it("nothing is estimated or run while the settings of a version could not be loaded", async () => {
  keepRowsAndScorer();
  let isBroken = true;
  const lastModels = open(() => (isBroken ? failed("unreachable") : json({ obj: version(0, { model: "openai/m" }) })));
  expect(await screen.findAllByText("Could not load the settings of this prompt.")).toHaveLength(2);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run" }).disabled).toBe(true);
  expect(lastModels()).toBeUndefined();
  isBroken = false;
  for (const retry of screen.getAllByRole("button", { name: "Retry" })) fireEvent.click(retry);
  expect(await screen.findAllByText("Sent with temperature 0")).toHaveLength(2);
});
