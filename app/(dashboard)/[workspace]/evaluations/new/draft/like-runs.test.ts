import { expect, it } from "vitest";
import { EMPTY_DRAFT, missingParts, settingsOf } from "@/components/evaluation/setup/evaluation-draft";
import { type EvaluationSettings, evaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { evaluationRun } from "@/test/setup/evaluation-fixtures";
import { type LikeRun, modelsLeftOut, withLikeRuns } from "./like-runs";

const settings = (given: object = {}): EvaluationSettings =>
  evaluationSettings.parse({
    name: "tasks",
    models: [
      {
        model: "openai/large",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "{question}" },
        ],
        params: { temperature: 0.5, max_tokens: 100, response_format: "json_object" },
      },
    ],
    rows: { dataset_ref: "weave:///e/p/object/rows:d", sample: { kind: "first", count: 5 } },
    column_map: { question: "text" },
    scorers: [{ kind: "json_schema", name: "shape", schema: { type: "object" } }],
    trials: 4,
    ...given,
  });

const like = (given: Partial<EvaluationSettings> = {}): LikeRun => ({
  run: evaluationRun({ model_name: "large" }),
  started: { settings: settings(given), modelIndex: 0 },
});

const logged: LikeRun = {
  run: evaluationRun({ model_name: "ours", dataset_ref: "weave:///e/p/object/logged:d", trials: 3 }),
  started: null,
};

const small = like({ models: [{ model: "openai/small", messages: [], prompt_ref: "p", params: {} }] });

it("takes the rows, prompt, parameters, scorers and trials of one run and the models of others", () => {
  const draft = withLikeRuns(EMPTY_DRAFT, like(), [small]);
  const { models, limits: _limits, ...source } = settings();
  expect(missingParts(draft)).toEqual([]);
  expect(evaluationSettings.parse(settingsOf(draft))).toMatchObject({
    ...source,
    models: [{ ...models[0], model: "openai/small", params: { ...models[0]?.params } }],
  });
});

it("sends the version of a prompt that the run had, and not that of the model's other run", () => {
  const source = like({
    models: [{ model: "openai/large", messages: [], prompt_ref: "weave:///e/p/object/x:1", params: {} }],
  });
  expect(withLikeRuns(EMPTY_DRAFT, source, [small]).models).toEqual([
    { model: "openai/small", promptRef: "weave:///e/p/object/x:1" },
  ]);
});

it("takes the table and trials of a run that a client logged, and names the models that must be chosen", () => {
  const draft = withLikeRuns({ ...EMPTY_DRAFT, user: "{question}" }, logged, [small, logged]);
  expect(draft).toMatchObject({
    datasetRef: "weave:///e/p/object/logged:d",
    trials: "3",
    user: "{question}",
    models: [{ model: "openai/small", promptRef: null }],
  });
  expect(modelsLeftOut([small, logged])).toEqual(["ours"]);
});

it("asks for a prompt where the run had messages that the form does not have", () => {
  const messages = [
    { role: "user" as const, content: "a" },
    { role: "assistant" as const, content: "b" },
  ];
  const source = like({ models: [{ model: "openai/large", messages, params: {} }] });
  expect(missingParts(withLikeRuns(EMPTY_DRAFT, source, [small]))).toEqual(["a prompt"]);
});
