import { expect, it } from "vitest";
import { EMPTY_DRAFT, missingParts } from "@/components/evaluation/setup/evaluation-draft";
import { withPresetPrompts } from "./preset-models";
import { presetPrompts } from "./preset-prompts";

const prompts = presetPrompts(["support:d1", "support:d2", "nothing", "a:b:c", ":d"]);

it("the address names versions of prompts", () => {
  expect(prompts).toEqual([
    { objectId: "support", digest: "d1" },
    { objectId: "support", digest: "d2" },
  ]);
});

it("each version is run with its own model, otherwise with that of the draft", () => {
  const draft = { ...EMPTY_DRAFT, models: [{ model: "openai/usual", promptRef: null }] };
  const values = [{ messages: [{ role: "user", content: "x" }], config: { model: "openai/own" } }, undefined];
  expect(withPresetPrompts(draft, "e/p", prompts, values)).toMatchObject({
    name: "support-evaluation",
    models: [
      { model: "openai/own", promptRef: "weave:///e/p/object/support:d1" },
      { model: "openai/usual", promptRef: "weave:///e/p/object/support:d2" },
    ],
  });
});

it("a version without a model needs one before anything runs", () => {
  const draft = withPresetPrompts(EMPTY_DRAFT, "e/p", prompts, []);
  expect(draft.models.map(({ model }) => model)).toEqual(["", ""]);
  expect(missingParts(draft)).toContain("a model for each prompt");
});
