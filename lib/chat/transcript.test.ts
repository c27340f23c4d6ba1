import { describe, expect, it } from "vitest";
import type { ChatMessage, ChatPart, ChatRole } from "./chat-message";
import { toolNames, transcriptItems } from "./transcript";

const says = (role: ChatRole, ...parts: readonly (string | ChatPart)[]): ChatMessage => ({
  role,
  name: null,
  parts: parts.map((part) => (typeof part === "string" ? { kind: "text", text: part } : part)),
});

const request: ChatPart = { kind: "tool-request", id: "call_1", name: "search", arguments: "{}" };
const result = (isError: boolean): ChatPart => ({
  kind: "tool-result",
  requestId: "call_1",
  name: null,
  value: "two flights",
  isError,
});

const talk = (input: readonly ChatMessage[], output: readonly ChatMessage[] = []) => ({
  input,
  output,
  finishReason: null,
});

describe("the items of a transcript", () => {
  it("are empty for a call without a conversation", () => {
    expect(transcriptItems(talk([]))).toEqual([]);
  });

  it("keep every message in order, with a line before the output", () => {
    const items = transcriptItems(talk([says("system", "be kind"), says("user", "hi")], [says("assistant", "hello")]));
    expect(items.map(({ kind }) => kind)).toEqual(["message", "message", "output", "message"]);
  });

  it("fold earlier messages of a long input, lose none, and show their number", () => {
    const history = Array.from({ length: 9 }, (_, index) => says(index % 2 === 0 ? "user" : "assistant", `${index}`));
    const items = transcriptItems(talk([says("system", "be kind"), ...history]));
    const folded = items.find((item) => item.kind === "folded");
    expect(items[0]).toMatchObject({ kind: "message", message: { role: "system" } });
    expect(folded).toMatchObject({ title: "5 earlier messages: user 3, assistant 2" });
    expect(folded?.kind === "folded" ? folded.items.length : 0).toBe(5);
    expect(items.filter(({ kind }) => kind === "message")).toHaveLength(5);
  });

  it("connect a tool request to its answer, and mark one that failed", () => {
    const stitches = (isError: boolean) =>
      transcriptItems(talk([says("assistant", request), says("tool", result(isError))])).map((item) =>
        item.kind === "message" ? item.stitch : null,
      );
    expect(stitches(false)).toEqual(["answered", "none"]);
    expect(stitches(true)).toEqual(["failed", "none"]);
  });

  it("connect the results of tools requested at once, each with its own status", () => {
    const items = transcriptItems(
      talk([
        says("assistant", request, request),
        says("tool", result(false)),
        says("tool", result(true)),
        says("user", "Hm"),
      ]),
    );
    expect(items.map((item) => (item.kind === "message" ? item.stitch : null))).toEqual([
      "answered",
      "failed",
      "none",
      "none",
    ]);
  });

  it("name the tool of a result by the id of its request", () => {
    expect(toolNames(talk([says("assistant", request)], [])).get("call_1")).toBe("search");
  });
});
