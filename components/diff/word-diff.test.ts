import { describe, expect, it } from "vitest";
import { diffWords, isLike, likeness } from "./word-diff";

const marked = (parts: readonly { text: string; isChanged: boolean }[] | undefined) =>
  parts?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("");

function both(left: string, right: string) {
  const diff = diffWords(left, right);
  return [marked(diff?.left), marked(diff?.right)];
}

describe("words of a changed line", () => {
  it("are marked as phrases, with whole numbers", () => {
    expect(both('  version_note: "Ask for consent once",', '  version_note: "Check seat availability first",')).toEqual(
      ['  version_note: "[Ask for consent once]",', '  version_note: "[Check seat availability first]",'],
    );
    expect(both("    temperature: 0.2,", "    temperature: 0.0,")).toEqual([
      "    temperature: [0.2],",
      "    temperature: [0.0],",
    ]);
  });

  it("mark only the side that has them", () => {
    expect(both("explicit consent (yes) to proceed.", "explicit consent (yes).")).toEqual([
      "explicit consent (yes)[ to proceed].",
      "explicit consent (yes).",
    ]);
  });

  it("are not marked in a line that was rewritten", () => {
    expect(diffWords("the quick brown fox jumps", "an entirely other sentence here")).toBeNull();
  });

  it("are put together to what the lines were", () => {
    const left = "a.b-c 12.50 é 😀 x";
    const right = "a.b-d 12.5 é 😃 x y";
    const diff = diffWords(left, right);
    expect(diff?.left.map(({ text }) => text).join("")).toBe(left);
    expect(diff?.right.map(({ text }) => text).join("")).toBe(right);
  });

  it("of very long lines are found without comparing what is the same", () => {
    const long = "word ".repeat(400_000);
    expect(both(`${long}one ${long}`, `${long}two ${long}`)[0]?.length).toBe(2 * long.length + "one []".length);
  });
});

describe("likeness", () => {
  it("counts shared words, each as often as it stands", () => {
    expect(likeness("a b c", "a b c")).toBe(1);
    expect(likeness("a a a", "a")).toBe(0.5);
    expect(likeness("{", "}")).toBe(0);
    expect(isLike("one two three", "one four five")).toBe(true);
    expect(isLike("one two three four", "one five six seven")).toBe(false);
  });
});
