import { describe, expect, it } from "vitest";
import { diffInline, diffWords, isSimilar, similarity } from "./word-diff";

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

  it("are not marked in a rewritten line", () => {
    expect(diffWords("the quick brown fox jumps", "an entirely other sentence here")).toBeNull();
  });

  it("add up to the original lines", () => {
    const left = "a.b-c 12.50 é 😀 x";
    const right = "a.b-d 12.5 é 😃 x y";
    const diff = diffWords(left, right);
    expect(diff?.left.map(({ text }) => text).join("")).toBe(left);
    expect(diff?.right.map(({ text }) => text).join("")).toBe(right);
  });

  it("of very long lines are found without comparing the equal parts", () => {
    const long = "word ".repeat(400_000);
    expect(both(`${long}one ${long}`, `${long}two ${long}`)[0]?.length).toBe(2 * long.length + "one []".length);
  });
});

describe("similarity", () => {
  it("counts shared words, each as often as it occurs", () => {
    expect(similarity("a b c", "a b c")).toBe(1);
    expect(similarity("a a a", "a")).toBe(0.5);
    expect(similarity("{", "}")).toBe(0);
    expect(isSimilar("one two three", "one four five")).toBe(true);
    expect(isSimilar("one two three four", "one five six seven")).toBe(false);
  });
});

describe("two texts in one line", () => {
  const inline = (left: string, right: string) =>
    diffInline(left, right)
      ?.map(({ text, kind }) => (kind === "same" ? text : kind === "added" ? `+${text}+` : `-${text}-`))
      .join("");

  it("have removed text before the text that replaced it", () => {
    expect(inline("HAT170 is not available.", "HAT170 is no longer available.")).toBe(
      "HAT170 is -not-+no longer+ available.",
    );
  });

  it("mark a changed phrase once, with the spaces inside it", () => {
    expect(inline("I have downgraded all flights.", "I can downgrade all flights.")).toBe(
      "I -have downgraded-+can downgrade+ all flights.",
    );
  });

  it("are each complete, whatever changed", () => {
    const [left, right] = ["one two three four", "one 2 three four five"];
    const parts = diffInline(left, right) ?? [];
    const side = (other: string) => parts.flatMap(({ text, kind }) => (kind === other ? [] : [text])).join("");
    expect([side("added"), side("removed")]).toEqual([left, right]);
  });

  it("are not marked when one was rewritten", () => {
    expect(diffInline("Sure, send me both numbers.", "Only one certificate can be used.")).toBeNull();
  });
});
