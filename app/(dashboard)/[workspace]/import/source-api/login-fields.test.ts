import { describe, expect, it } from "vitest";
import { LANGFUSE } from "./langfuse-import";
import { LANGSMITH } from "./langsmith-import";
import { emptyLogin, isWholeLogin } from "./login-fields";

describe("a login", () => {
  it("begins with the address of the tool's cloud, and is whole without what is optional", () => {
    const empty = emptyLogin(LANGSMITH);
    expect(empty).toEqual({ address: "https://api.smith.langchain.com", project: "", key: "", workspaceId: "" });
    expect(isWholeLogin(LANGSMITH, { ...empty, key: "k", project: " " })).toBe(false);
    expect(isWholeLogin(LANGSMITH, { ...empty, key: "k", project: "support" })).toBe(true);
    expect(isWholeLogin(LANGFUSE, { ...emptyLogin(LANGFUSE), publicKey: "pk" })).toBe(false);
  });
});
