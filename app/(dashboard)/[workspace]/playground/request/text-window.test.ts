import { describe, expect, it } from "vitest";
import { WINDOW_LENGTH, windowAfter, windowAt, windowBefore, windowWithin, withWindow } from "./text-window";

const lines = "A line of a prompt that is long.\n".repeat(4_000);
const oneLine = "😀".repeat(40_000);

describe("the windows of a long text", () => {
  it.each([
    ["lines", lines],
    ["one line of pairs", oneLine],
    ["less than a window", "short"],
    ["nothing", ""],
  ])("cover all of it once, forwards and backwards: %s", (_name, text) => {
    const pieces: string[] = [];
    let last = windowAt(text, 0);
    for (let window: typeof last | null = last; window; window = windowAfter(text, window)) {
      pieces.push(text.slice(window.start, window.end));
      last = window;
    }
    expect(pieces.join("")).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 * WINDOW_LENGTH);
    expect(pieces.every((piece) => !/^[\uDC00-\uDFFF]/.test(piece))).toBe(true);
    const back: string[] = [];
    for (let window: typeof last | null = last; window; window = windowBefore(text, window)) {
      back.unshift(text.slice(window.start, window.end));
    }
    expect(back.join("")).toBe(text);
  });

  it("end at line ends", () => {
    const { end } = windowAt(lines, 0);
    expect(lines.charAt(end - 1)).toBe("\n");
  });

  it("contain what is typed into them, and are split again when that is much", () => {
    const window = windowAt(lines, 0);
    const [next, grown] = withWindow(lines, window, "Hi");
    expect(next).toBe(`Hi${lines.slice(window.end)}`);
    expect(grown).toEqual({ start: 0, end: 2 });
    const [long, cut] = withWindow(lines, window, lines);
    expect(long).toHaveLength(2 * lines.length - window.end);
    expect(cut.end).toBeLessThan(2 * WINDOW_LENGTH);
  });

  it("stay within a text that became shorter", () => {
    expect(windowWithin("abc", { start: 1, end: 900 })).toEqual({ start: 1, end: 3 });
    expect(windowWithin("abc", { start: 500, end: 900 })).toEqual({ start: 0, end: 3 });
  });
});
