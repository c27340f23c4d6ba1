import { describe, expect, it } from "vitest";
import { mergeBlocks } from "./merge-blocks";
import type { SessionBlock } from "./session-builder";

const text = (words: string) => ({ type: "text", text: words });
const thinking = (words: string, signature = "s") => ({ type: "thinking", thinking: words, signature });
const tool = (id: string, input: unknown = {}) => ({ type: "tool_use", id, name: "Bash", input });

function merged(...lines: readonly (readonly SessionBlock[])[]): SessionBlock[] {
  const known: SessionBlock[] = [];
  for (const line of lines) mergeBlocks(known, line);
  return known;
}

describe("the lines of an answer", () => {
  it("are its blocks, one a line", () => {
    expect(merged([thinking("a")], [text("b")], [tool("1")], [tool("2")])).toEqual([
      ...[thinking("a"), text("b"), tool("1"), tool("2")],
    ]);
    // Thoughts that are not shown have no words, and are different ones.
    expect(merged([thinking("", "one")], [thinking("", "two")])).toHaveLength(2);
  });

  it("are copies of it that grow: the fullest counts, in any order", () => {
    const whole = [text("Let me look."), tool("1", { command: "ls" })];
    expect(merged([text("Let me")], whole)).toEqual(whole);
    expect(merged([text("Let me")], [text("Let me look."), tool("1")], whole)).toEqual(whole);
    expect(merged(whole, [text("Let me")])).toEqual(whole);
    expect(merged([tool("1")], [tool("1", { command: "ls" }), tool("2")])).toEqual([
      tool("1", { command: "ls" }),
      tool("2"),
    ]);
  });

  it("add nothing when they are repeated", () => {
    expect(merged([text("a")], [tool("1")], [text("a")], [tool("1")])).toEqual([text("a"), tool("1")]);
    expect(merged([text("a"), tool("1")], [text("a"), tool("1")])).toEqual([text("a"), tool("1")]);
  });
});
