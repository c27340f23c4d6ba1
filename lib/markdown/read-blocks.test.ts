import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockTokens } from "./markdown-parser";
import { type MarkdownReading, readBlocks } from "./read-blocks";

const blocksOf = ({ settled, open }: MarkdownReading) => [...settled, ...open];
const sourcesOf = (text: string) => blocksOf(readBlocks(text, null)).map(({ source }) => source);

/** Pieces of Markdown that join, end or continue each other. */
const pieces = fc.constantFrom(
  ..."a|b|#|# |- |1. |2) |> |  |    |\n|\n\n|```|``` x|~~~|---|===|* |*|**|`|[a](https://b.c)|<b>|&amp;|\t|\\|".split(
    "|",
  ),
  "|",
  "| a | b |",
  "\n| --- | --- |\n",
  "|--",
  "| 1 | 2 |\n",
);
const markdown = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));

const shape = (sources: readonly string[]) =>
  sources.flatMap((source) =>
    (blockTokens(source) ?? []).map(({ type, content, markup }) => `${type} ${markup} ${content}`),
  );

describe("the blocks of a text", () => {
  it("are its paragraphs, lists, tables, quotes and code", () => {
    expect(sourcesOf("# A\nb\nc\n\n- d\n- e\n\n| f |\n| - |\n| g |\n\n> h\n\n```\ni\n\nj\n```\nk")).toEqual([
      "# A\n",
      "b\nc\n\n",
      "- d\n- e\n\n",
      "| f |\n| - |\n| g |\n\n",
      "> h\n\n",
      "```\ni\n\nj\n```\n",
      "k",
    ]);
  });

  it("contain the whole text unless it is blank", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const whole = sourcesOf(text).join("");
        expect(whole === text || (whole === "" && text.trim() === "")).toBe(true);
      }),
    );
  });

  it("mean each on its own what they mean in the text", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(shape(sourcesOf(text))).toEqual(shape([text]));
      }),
    );
  });

  it("are the same for a text that grows and for one that is complete", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        let text = "";
        let reading: MarkdownReading | null = null;
        for (const part of parts) {
          text += part;
          reading = readBlocks(text, reading);
        }
        expect(reading === null ? [] : blocksOf(reading)).toEqual(blocksOf(readBlocks(text, null)));
      }),
    );
  });

  it("keep the settled ones as they are while a text grows", () => {
    const first = readBlocks("one\n\ntwo\n\nthr", null);
    const second = readBlocks("one\n\ntwo\n\nthree\n\nfour", first);
    expect(first.settled.map(({ source }) => source)).toEqual(["one\n\n"]);
    expect(second.settled[0]).toBe(first.settled[0]);
    expect(second.settled.map(({ source }) => source)).toEqual(["one\n\n", "two\n\n"]);
  });

  it("begin again for a text that does not continue what was read", () => {
    const first = readBlocks("one\n\ntwo\n\nthree", null);
    expect(blocksOf(readBlocks("other", first)).map(({ source }) => source)).toEqual(["other"]);
  });

  it("are cut where one is very long, with the fence or the head of the table repeated", () => {
    const code = sourcesOf(`\`\`\`python\n${"x = 1\n".repeat(10_000)}\`\`\`\nend`);
    expect(code.length).toBeGreaterThan(3);
    expect(code.slice(0, -1).every((source) => source.startsWith("```python\nx = 1\n"))).toBe(true);
    expect(code.at(-1)).toBe("end");
    const table = sourcesOf(`| a | b |\n| - | - |\n${"| 1 | 2 |\n".repeat(6000)}`);
    expect(table.length).toBeGreaterThan(2);
    expect(table.every((source) => source.startsWith("| a | b |\n| - | - |\n| 1 | 2 |\n"))).toBe(true);
    const rows = table.reduce((sum, source) => sum + source.split("| 1 | 2 |").length - 1, 0);
    expect(rows).toBe(6000);
  });

  it("lose nothing of one endless line", () => {
    const sources = sourcesOf("x".repeat(100_000));
    expect(sources.join("")).toHaveLength(100_000);
    expect(Math.max(...sources.map(({ length }) => length))).toBeLessThanOrEqual(20_000);
  });
});
