import { describe, expect, it } from "vitest";
import { type Draft, newColumn, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readPrompt } from "@/app/(dashboard)/[workspace]/playground/open/read-prompt";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { preparePrompt } from "./prepare-prompt";
import { prepareSave } from "./prepare-save";
import type { PromptTarget } from "./use-prompt-target";

const column = newColumn("openai/plain");
const draft: Draft = {
  ...newDraft(),
  messages: [newMessage("system", 'You help {{who}}. Answer as {"a": 1}'), newMessage("user", " ")],
  parameters: { temperature: "0.2", extra_headers: '{"x-key": "secret"}' },
  columns: [column],
};

const version = (index: number, val: unknown, members: Partial<ObjectVersion> = {}): ObjectVersion => ({
  project_id: "e/p",
  object_id: "support",
  created_at: "2026-11-20T14:30:01Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: 1,
  kind: "object",
  val,
  ...members,
});

const save = (target: PromptTarget, members: { draft?: Draft; name?: string; columnKey?: string | null } = {}) => {
  const { columnKey = column.key, name = "support" } = members;
  const used = members.draft ?? draft;
  const prepared = preparePrompt(used, "shared", columnKey);
  return prepareSave({ name, description: "", prepared, target, loaded: used.prompt });
};

const first = save({ kind: "new" }).value;

describe("a request as a prompt", () => {
  it("has its written messages with {variables}, literal braces doubled, and model and parameters", () => {
    const { messages, config, problems, notes } = preparePrompt(draft, "shared", column.key);
    expect(messages).toEqual([{ role: "system", content: 'You help {who}. Answer as {{"a": 1}}' }]);
    expect({ ...config, temperature: Number(config.temperature) }).toEqual({ model: "openai/plain", temperature: 0.2 });
    expect(problems).toEqual([]);
    expect(notes).toEqual(["extra_headers is not stored."]);
    expect(preparePrompt(draft, "shared", null).config).toEqual({});
  });

  it("cannot be saved without a message, or with a variable that the SDK cannot fill in", () => {
    expect(preparePrompt(newDraft(), "shared", null).problems).toEqual(["Write a message first."]);
    const dotted = { ...draft, messages: [newMessage("user", "{{user.name}}")] };
    expect(save({ kind: "new" }, { draft: dotted })).toMatchObject({ value: null, tone: "err" });
    const broken = { ...draft, parameters: { seed: "warm" } };
    expect(save({ kind: "new" }, { draft: broken }).text).toMatch(/^seed: /);
  });
});

describe("saving a prompt", () => {
  it("creates one under a new name", () => {
    expect(save({ kind: "new" })).toMatchObject({ action: "Create prompt", text: "Creates the prompt support." });
  });

  it("saves the next version, and nothing when nothing changed", () => {
    const latest = version(3, { ...first, description: "d" });
    expect(save({ kind: "prompt", latest })).toMatchObject({ action: "Save v4", tone: "plain" });
    const same = save({ kind: "prompt", latest: version(3, first) });
    expect(same).toMatchObject({ value: null, text: "Nothing to save: v3 of support is the same." });
  });

  it("says that a version is newer than the loaded one", () => {
    const prompt = readPrompt(version(3, first))?.link ?? null;
    const edited = { ...draft, prompt, messages: [newMessage("system", "Else")] };
    const latest = version(5, first, { svc_user_id: "mia" });
    expect(save({ kind: "prompt", latest }, { draft: edited })).toMatchObject({
      action: "Save v6 anyway",
      tone: "warn",
      text: "v5 by mia is newer than v3, which you loaded. v6 will not contain its changes.",
    });
    expect(save({ kind: "prompt", latest: version(3, first) }, { draft: edited }).action).toBe("Save v4");
  });

  it.each<[string, PromptTarget, string]>([
    [
      "over another object",
      { kind: "other", latest: version(0, {}, { leaf_object_class: "Dataset" }) },
      "but a Dataset",
    ],
    ["while the latest version is read", { kind: "reading" }, "Checking"],
  ])("is not possible %s", (_when, target, words) => {
    expect(save(target)).toMatchObject({ value: null, text: expect.stringContaining(words) });
  });

  it("needs a name", () => {
    expect(save({ kind: "new" }, { name: "" }).text).toBe("Enter a name.");
  });
});
