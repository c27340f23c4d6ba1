import { expect, test } from "vitest";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { smallAgentRun } from "@/lib/training/runs/small-agent";
import { toolsProblem } from "./draft-tools";
import { draftProblems, missingParts, runDraftOf, runSettingsOf } from "./run-draft";

const TOOLS = '[{"name": "add", "parameters": {"type": "object"}}, {"type": "function", "function": {"name": "look"}}]';

const draftOf = (members: object) => ({ ...runDraftOf(smallAgentRun("a")), tools: TOOLS, ...members });

test("tools with a simulator reach the settings, and become the same draft again", () => {
  const draft = draftOf({ toolAnswers: "simulator", simulatorModel: " openai/adder ", maxTurns: "" });
  const settings = trainingRunSettings.parse(runSettingsOf(draft));
  expect(settings.tools).toMatchObject({
    definitions: [
      { type: "function", function: { name: "add", parameters: { type: "object" } } },
      { type: "function", function: { name: "look" } },
    ],
    answers: { kind: "simulator", model: "openai/adder", prompt: draft.simulatorPrompt },
    max_turns: 8,
  });
  expect(trainingRunSettings.parse(runSettingsOf(runDraftOf(settings))).tools).toEqual(settings.tools);
});

test("tools that are not used are kept in the draft and left out of the settings", () => {
  expect(runSettingsOf(draftOf({ toolAnswers: "none", tools: "{" }))).not.toHaveProperty("tools");
  expect(runSettingsOf(draftOf({ toolAnswers: "recorded" }))?.tools?.answers).toEqual({ kind: "recorded" });
});

test("tools name what is missing or cannot be read", () => {
  expect(missingParts(draftOf({ toolAnswers: "simulator", tools: "" }))).toEqual(["a declared tool", "a simulator"]);
  const problem = (tools: string) => toolsProblem(draftOf({ toolAnswers: "recorded", tools }));
  expect(problem("{")).toMatch(/^Not JSON: /);
  expect(problem('[{"name": "add"}, {"parameters": {}}]')).toMatch(/^Tool 2 has no name\./);
  expect([...draftProblems(draftOf({ toolAnswers: "recorded", tools: "3" })).keys()]).toEqual(["tools.definitions"]);
});
