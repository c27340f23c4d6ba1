import { expect, test } from "vitest";
import { readKeptDraft } from "@/components/browser/kept-draft";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { smallAgentRun } from "@/lib/training/runs/small-agent";
import { draftProblems, EMPTY_RUN, missingParts, runDraftOf, runSettingsOf } from "./run-draft";

test("settings become a draft and the same settings again", () => {
  const settings = trainingRunSettings.parse(smallAgentRun("small-agent-1"));
  const again = runSettingsOf(runDraftOf(settings));
  expect(trainingRunSettings.parse(again)).toMatchObject({
    name: settings.name,
    model: settings.model,
    tasks: settings.tasks,
    messages: settings.messages,
    reward: settings.reward,
    group_size: settings.group_size,
    iterations: settings.iterations,
    config: settings.config,
    limits: { concurrency: settings.limits.concurrency },
  });
});

test("a table, its column map, weights, limits and the evaluation reach the settings", () => {
  const settings = runSettingsOf({
    ...EMPTY_RUN,
    name: "Sums",
    modelKind: "existing",
    modelId: "model-1",
    taskKind: "table",
    datasetRef: "weave:///demo/airline/object/sums:d1",
    columnMap: { prompt: "question" },
    scorers: [{ kind: "exact", name: "right", expected: "answer" }],
    weights: { right: "2", gone: "3" },
    seed: "7",
    learningRate: "5e-6",
    config: '{"loss_fn": "ppo"}',
    maxCostUsd: "1.5",
    evaluationRef: "weave:///demo/airline/object/held_out:d2",
    evaluationEvery: "3",
  });
  expect(settings).toMatchObject({
    model: { kind: "existing", model_id: "model-1" },
    tasks: { kind: "table", column_map: { prompt: "question" } },
    reward: { weights: { right: 2 } },
    seed: 7,
    config: { learning_rate: 5e-6, loss_fn: "ppo" },
    limits: { max_cost_usd: 1.5, max_tokens: null },
    evaluation: { every: 3, score: "right", rows: { dataset_ref: "weave:///demo/airline/object/held_out:d2" } },
  });
  expect(settings?.reward.weights).not.toHaveProperty("gone");
  expect(trainingRunSettings.safeParse(settings).error).toBeUndefined();
});

test("a checkpoint to fork reaches the settings and comes back, and needs its model, step and a name", () => {
  const model = { kind: "fork", name: "sums-step3", model_id: "model-1", step: 3 } as const;
  const draft = runDraftOf({ ...smallAgentRun("small-agent-1"), model });
  expect(runSettingsOf(draft)?.model).toEqual(model);
  expect(missingParts({ ...draft, modelId: "", forkStep: "", modelName: "" })).toEqual([
    "a model",
    "a checkpoint",
    "a name of the model",
  ]);
});

test("the model of another service reaches the settings, and needs its provider, id and name", () => {
  const model = {
    kind: "remote",
    provider: "box",
    model_id: "m-1",
    address: "wandb-artifact:///far/away/speller",
  } as const;
  const settings = trainingRunSettings.parse({ ...smallAgentRun("a"), model, evaluation: null });
  const draft = runDraftOf(settings);
  expect(runSettingsOf(draft)?.model).toEqual(model);
  const empty = { ...draft, remoteProvider: "", remoteModelId: " ", remoteAddress: "" };
  expect(missingParts(empty)).toEqual(["a provider", "the id of the model", "the name of the model in requests"]);
  expect(runSettingsOf(empty)).toBeNull();
  const evaluated = { ...draft, evaluationRef: "weave:///demo/airline/object/held_out:d2" };
  expect(draftProblems(evaluated).get("evaluation")).toContain("another service");
});

test("human labels reach the settings with their weight and limit, and need a question but no scorer", () => {
  const draft = {
    ...runDraftOf(smallAgentRun("a")),
    scorers: [],
    labelQueue: "queue-1",
    labelQuestion: "polite",
    labelWaitMinutes: "",
    weights: { polite: "2" },
  };
  const settings = runSettingsOf(draft);
  const label = { queue_id: "queue-1", question: "polite", max_wait_minutes: null };
  expect(settings?.reward).toEqual({ scorers: [], label, weights: { polite: 2 } });
  if (settings === null) throw new Error("The draft is complete.");
  expect(runDraftOf(trainingRunSettings.parse(settings))).toMatchObject({
    labelQueue: "queue-1",
    labelQuestion: "polite",
    labelWaitMinutes: "",
  });
  expect(missingParts({ ...draft, labelQuestion: "" })).toEqual(["a question of the review queue"]);
  const evaluated = draftProblems({ ...draft, evaluationRef: "weave:///demo/airline/object/held_out:d2" });
  expect([...evaluated.keys()]).toEqual(["evaluation"]);
});

test("missing parts are named, and what cannot be read is a problem of its field", () => {
  expect(missingParts(EMPTY_RUN)).toEqual(["a base model", "a name of the model", "a prompt", "a scorer"]);
  const broken = { ...runDraftOf(smallAgentRun("a")), prompts: "{", config: "[1]" };
  expect([...draftProblems(broken).keys()]).toEqual(["tasks.items", "config"]);
  expect(runSettingsOf(broken)).toBeNull();
});

test("a stored draft of another version keeps what it can", () => {
  expect(readKeptDraft('{"name": "a", "scorers": "none", "iterations": 3, "system": null}', EMPTY_RUN)).toEqual({
    ...EMPTY_RUN,
    name: "a",
  });
  expect(readKeptDraft("not JSON", EMPTY_RUN)).toEqual(EMPTY_RUN);
});
