import { expect, it } from "vitest";
import { modelChoices } from "./prepare-models";
import type { PlaygroundProvider } from "./use-providers";

const provider = (name: string, members: Partial<PlaygroundProvider> = {}): PlaygroundProvider => ({
  name,
  title: name.toUpperCase(),
  base_url: "http://x",
  is_local: false,
  api_key_name: null,
  is_usable: true,
  models: ["m"],
  ...members,
});

it("models are listed as provider/model, for configured providers", () => {
  const providers = [
    provider("a", { models: ["m1", "org/m2"] }),
    provider("b", { is_usable: false, api_key_name: "B_KEY", models: null }),
    provider("c", { models: null }),
    provider("d", { is_usable: false, is_local: true, models: null }),
  ];
  const { groups, note } = modelChoices({ kind: "usable", providers });
  expect(groups).toEqual([{ title: "A", models: ["a/m1", "a/org/m2"] }]);
  expect(note).toBe("C does not list its models: write c/ and a name. 1 more with a key: B.");
});

it("a list that failed to load is distinguished from one that is not supported", () => {
  const failure = { kind: "unreachable", message: "No answer.", requestId: "", operation: null } as const;
  expect(modelChoices({ kind: "not-offered" }).note).toContain("does not list models");
  expect(modelChoices({ kind: "failed", failure }).note).toContain("No answer.");
  expect(modelChoices({ kind: "asking" }).note).toContain("Loading");
});
