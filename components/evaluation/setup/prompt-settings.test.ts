import { describe, expect, it } from "vitest";
import { evaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { EMPTY_DRAFT, type EvaluationDraft, settingsOf } from "./evaluation-draft";
import { paramsText, promptSettings, sentParams } from "./prompt-settings";

const messages = [{ role: "user", content: "{question}" }];

describe("the settings of a prompt's version", () => {
  it("are the model and the parameters that it was stored with, and what is not sent is named", () => {
    const value = parseJson(
      `{"messages": ${JSON.stringify(messages)}, "config": {"model": "openai/own", "temperature": 0.70, "stop": "END",
        "max_completion_tokens": 256, "response_format": {"type": "json_schema"}, "tools": [], "seed": null}}`,
    );
    expect(promptSettings(value)).toEqual({
      model: "openai/own",
      params: { temperature: 0.7, stop: ["END"], max_completion_tokens: 256 },
      unsent: ["response_format", "tools"],
    });
  });

  it("are none for a version without them, and for a value that is no prompt", () => {
    const none = { model: null, params: {}, unsent: [] };
    expect(promptSettings({ messages })).toEqual(none);
    expect(promptSettings({ messages, config: { model: "", temperature: "high" } })).toEqual({
      ...none,
      unsent: ["temperature"],
    });
    expect(promptSettings(undefined)).toEqual(none);
  });

  it("come before the fields of the form, and one limit of tokens replaces the other", () => {
    const fields = { temperature: 0, max_tokens: 50, seed: 7 };
    const own = promptSettings({ messages, config: { temperature: 0.7, max_completion_tokens: 256 } });
    expect(sentParams(own, fields)).toEqual({
      temperature: 0.7,
      max_tokens: null,
      max_completion_tokens: 256,
      seed: 7,
    });
    expect(sentParams(promptSettings({ messages }), fields)).toEqual(fields);
  });

  it("are named in words", () => {
    expect(paramsText({ temperature: 0, max_tokens: null, top_p: 0.5, response_format: "json_object" })).toBe(
      "temperature 0, top p 0.5, answer is JSON",
    );
    expect(paramsText({ stop: ["\n"], response_format: "text" })).toBe('stop ["\\n"]');
  });
});

it("an evaluation sends each version with its own settings, unless the draft takes the fields for all", () => {
  const refs = ["weave:///e/p/object/support:d1", "weave:///e/p/object/support:d2"];
  const draft: EvaluationDraft = {
    ...EMPTY_DRAFT,
    models: refs.map((promptRef) => ({ model: "openai/m", promptRef })),
    temperature: "0.1",
    datasetRef: "weave:///e/p/object/rows:d",
    scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
  };
  const prompts = new Map([[refs[0] ?? "", promptSettings({ messages, config: { temperature: 0.9, max_tokens: 5 } })]]);
  const sent = (changed: EvaluationDraft) =>
    evaluationSettings.parse(settingsOf(changed, prompts)).models.map(({ params }) => params);
  expect(sent(draft)).toMatchObject([
    { temperature: 0.9, max_tokens: 5 },
    { temperature: 0.1, max_tokens: null },
  ]);
  expect(sent({ ...draft, usesPromptSettings: false })).toMatchObject([{ temperature: 0.1 }, { temperature: 0.1 }]);
});
