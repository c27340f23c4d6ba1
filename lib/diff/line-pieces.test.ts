import { describe, expect, it } from "vitest";
import { jsonTones, linePieces, SHOWN_LENGTH } from "./line-pieces";

const toned = (line: string) => linePieces(line, jsonTones(line), null, true).map(({ text, tone }) => [text, tone]);

describe("a line of JSON", () => {
  it.each([
    [
      '  name: "a: b",',
      [
        ["  ", "plain"],
        ["name", "key"],
        [": ", "punctuation"],
        ['"a: b"', "string"],
        [",", "punctuation"],
      ],
    ],
    [
      '"odd \\" name": 1.5',
      [
        ['"odd \\" name"', "key"],
        [": ", "punctuation"],
        ["1.5", "number"],
      ],
    ],
    [
      "  null",
      [
        ["  ", "plain"],
        ["null", "null"],
      ],
    ],
    [
      "false,",
      [
        ["false", "boolean"],
        [",", "punctuation"],
      ],
    ],
    ['"text: no name"', [['"text: no name"', "string"]]],
    ["}", [["}", "punctuation"]]],
  ])("has its syntax colors: %s", (line, tones) => {
    expect(toned(line)).toEqual(tones);
  });

  it("keeps its syntax colors under the marks of changes", () => {
    const line = "n: 0.2,";
    const parts = [
      { text: "n: ", isChanged: false },
      { text: "0.2", isChanged: true },
      { text: ",", isChanged: false },
    ];
    expect(linePieces(line, jsonTones(line), parts, false)).toEqual([
      { text: "n", tone: "key", isMarked: false, hiddenLength: 0 },
      { text: ": ", tone: "punctuation", isMarked: false, hiddenLength: 0 },
      { text: "0.2", tone: "number", isMarked: true, hiddenLength: 0 },
      { text: ",", tone: "punctuation", isMarked: false, hiddenLength: 0 },
    ]);
  });

  it("is cut when it is long, shows how much is hidden, and keeps the text before a change", () => {
    const same = "x".repeat(10_000);
    const line = `"${same}end"`;
    const parts = [
      { text: `"${same}`, isChanged: false },
      { text: "end", isChanged: true },
      { text: '"', isChanged: false },
    ];
    const pieces = linePieces(line, jsonTones(line), parts, false);
    const shown = pieces.reduce((sum, { text }) => sum + text.length, 0);
    const hidden = pieces.reduce((sum, { hiddenLength }) => sum + hiddenLength, 0);
    expect(shown).toBeLessThan(SHOWN_LENGTH);
    expect(shown + hidden).toBe(line.length);
    expect(pieces.find(({ isMarked }) => isMarked)?.text).toBe("end");
    expect(
      linePieces(line, jsonTones(line), parts, true)
        .map(({ text }) => text)
        .join(""),
    ).toBe(line);
  });
});
