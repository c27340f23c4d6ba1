import { describe, expect, it } from "vitest";
import { joinTokens } from "./join-tokens";
import { isSameBlock, splitPieces, splitText } from "./split-blocks";
import { readTokens } from "./token-logprob";

const line = `${"word ".repeat(40)}\n`;

describe("blocks of a text", () => {
  it("contain the whole text in order", () => {
    const text = line.repeat(30);
    const blocks = splitText(text);
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.map((block) => block.text).join("")).toBe(text);
    expect(blocks.every((block) => block.text.endsWith("\n"))).toBe(true);
  });

  it("do not change when the text grows", () => {
    const [before, after] = [splitText(line.repeat(20)), splitText(`${line.repeat(20)}and more`)];
    expect(before.slice(0, -1)).toEqual(after.slice(0, before.length - 1));
  });

  it("never cut a line", () => expect(splitText("a".repeat(10_000))).toHaveLength(1));

  it("are empty for an empty text", () => expect(splitText("")).toEqual([]));
});

describe("blocks of tokens", () => {
  const entries = Array.from({ length: 3000 }, (_, index) => ({
    token: index % 20 === 19 ? "\n" : "word ",
    logprob: -0.1,
  }));

  it("contain every token once, and know its position", () => {
    const pieces = joinTokens(readTokens(entries));
    const blocks = splitPieces(pieces);
    expect(blocks.flatMap((block) => block.pieces ?? [])).toEqual(pieces);
    for (const block of blocks) expect(block.pieces?.[0]).toBe(pieces[block.firstPiece]);
  });

  it("are recognized when tokens are added", () => {
    const read = (count: number) => splitPieces(joinTokens(readTokens(entries.slice(0, count))));
    const [before, after] = [read(2000), read(2001)];
    const same = before.filter((block, index) => {
      const other = after[index];
      return other !== undefined && isSameBlock(block, other);
    });
    expect(same).toHaveLength(before.length - 1);
  });
});
