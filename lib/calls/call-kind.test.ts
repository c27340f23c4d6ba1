import { describe, expect, it } from "vitest";
import { callKind, callName } from "./call-facts";
import { kindNamed } from "./call-kind";

const call = (attributes: Record<string, unknown>, op_name = "step") => ({ op_name, attributes });

describe("the kind of a call", () => {
  it.each([
    ["RETRIEVER", "retrieval"],
    ["retrieval", "retrieval"],
    ["EMBEDDING", "embedding"],
    ["RERANKER", "reranker"],
    ["GUARDRAIL", "guardrail"],
    ["CHAIN", "chain"],
    ["workflow", "workflow"],
    ["CHAT_MODEL", "llm"],
    ["generation", "llm"],
    ["evaluator", "eval"],
    ["MCP", "mcp"],
    ["span", "op"],
    ["task", "op"],
  ])("is what its client says: %s", (kind, expected) => expect(callKind(call({ kind }))).toBe(expected));

  it.each([
    ["search_memory", "memory"],
    ["plan", "planning"],
    ["embeddings", "embedding"],
    ["invoke_workflow", "workflow"],
    ["execute_tool", "tool"],
    ["fetch_response", "op"],
  ])("is that of its operation: %s", (operation, expected) => expect(callKind(call({ operation }))).toBe(expected));

  it("of a client for embeddings is known by its name", () => {
    expect(callKind(call({}, "openai.embeddings.create"))).toBe("embedding");
    expect(callKind(call({}, "openai.chat.completions.create"))).toBe("llm");
  });

  it("has a name to filter by", () => {
    expect([kindNamed("MCP"), kindNamed("function"), kindNamed("llm"), kindNamed("__proto__")]).toEqual([
      "mcp",
      "op",
      "llm",
      null,
    ]);
  });
});

it("a tool call is named by its tool, unless it was given a name", () => {
  const attributes = { kind: "tool", tool: "get_weather" };
  expect(callName({ op_name: "execute_tool get_weather", attributes })).toBe("get_weather");
  expect(callName({ op_name: "running tool", display_name: "Ask the sky", attributes })).toBe("Ask the sky");
  expect(callName({ op_name: "chat gpt-4o", attributes: { kind: "llm", tool: "get_weather" } })).toBe("chat gpt-4o");
});
