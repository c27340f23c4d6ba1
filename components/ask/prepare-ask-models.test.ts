import { describe, expect, it } from "vitest";
import { askModels } from "./prepare-ask-models";

const provider = (name: string, isUsable: boolean, models: string[] | null) => ({
  name,
  title: name,
  base_url: "http://localhost",
  is_local: false,
  api_key_name: null,
  is_usable: isUsable,
  models,
});
const failure = (kind: "unsupported" | "unreachable") => ({ kind, message: "no", requestId: "", operation: null });

describe("the models of a question", () => {
  it("are those of usable providers", () => {
    const providers = [provider("a", true, ["x", "y"]), provider("b", false, ["z"]), provider("c", true, null)];
    expect(askModels(providers, null)).toEqual({ kind: "listed", models: ["a/x", "a/y"] });
  });

  it("are typed where no list exists", () => {
    expect(askModels([provider("a", true, null)], null)).toEqual({ kind: "typed" });
    expect(askModels(undefined, failure("unsupported"))).toEqual({ kind: "typed" });
  });

  it("are none without a usable provider, and a failure is not none", () => {
    expect(askModels([provider("a", false, [])], null)).toEqual({ kind: "none" });
    expect(askModels([], null)).toEqual({ kind: "none" });
    expect(askModels(undefined, failure("unreachable"))).toMatchObject({ kind: "failed" });
    expect(askModels(undefined, null)).toEqual({ kind: "loading" });
  });
});
