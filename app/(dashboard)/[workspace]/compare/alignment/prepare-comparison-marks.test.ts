import { expect, test } from "vitest";
import { type SideNode, sideOf } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { callsOf, type Step } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { alignSides } from "./prepare-alignment";
import type { CallSummary } from "./prepare-call-summary";
import { countMarks, differencesOf, firstDivergence, markRows } from "./prepare-comparison-marks";

/** `"chat:plan"` is an op with its action; the text after a slash is its wording. */
function compared(left: readonly string[], right: readonly string[], unread: readonly string[] = []) {
  const summaries = new Map<string, CallSummary>();
  const side = (letter: string, texts: readonly string[]) => {
    const inside = texts.map((text, at): Step => {
      const [op = "", action = "", wording = ""] = text.split(/[:/]/);
      const id = `${letter}${at}`;
      if (!unread.includes(id)) summaries.set(id, { action: action && `${action}()`, wording, hint: "", isCut: false });
      return { id, op, ...(action === "error" ? { exception: "no" } : {}) };
    });
    summaries.set(letter, { action: "", wording: "", hint: "", isCut: false });
    return sideOf({ kind: "call", id: letter }, callsOf([{ id: letter, op: "run", inside }]), 0);
  };
  const { rows } = alignSides([side("a", left), side("b", right)], 0);
  const summaryOf = (node: SideNode) => summaries.get(node.id) ?? null;
  const marks = markRows(rows, 0, 1, summaryOf);
  const names = { base: 0, column: 1, letters: ["A", "B"] as const };
  return { rows, marks, own: marks.map(({ own }) => own), parting: firstDivergence(rows, marks, names, summaryOf) };
}

test("distinguishes same, other wording, other action, and calls that only one side has", () => {
  const { own } = compared(
    ["chat.completions:x/Hi", "t:1", "t:2", "only"],
    ["chat.completions:x/Hello", "t:1", "t:3", "new"],
  );
  expect(own).toEqual(["same", "wording", "same", "action", "gone", "new"]);
});

test("marks a call by differences inside it", () => {
  const { marks } = compared(["t:1"], ["t:2"]);
  expect(marks[0]).toEqual({ own: "same", withDescendants: "action" });
  expect(compared(["t:1/a"], ["t:1/b"]).marks[0]?.withDescendants).toBe("wording");
  expect(compared(["t:1"], ["t:1"], ["a0"]).marks[0]?.withDescendants).toBe("unread");
});

test("treats a call that failed on one side only as different, even without payloads", () => {
  expect(compared(["t:1"], ["t:error"], ["a0", "b0"]).own).toEqual(["same", "action"]);
});

test("never marks two payloads as equal when only their beginnings were read", () => {
  const { rows } = compared(["t:1"], ["t:1"]);
  const marks = markRows(rows, 0, 1, () => ({ action: "1", wording: "", hint: "", isCut: true }));
  expect(marks[1]?.own).toBe("unread");
});

test("includes wording differences only when they count", () => {
  const { marks } = compared(["t:1/a", "t:2"], ["t:1/b", "t:3"]);
  expect(differencesOf(marks, true)).toEqual([1, 2]);
  expect(differencesOf(marks, false)).toEqual([2]);
});

test("counts each row once", () => {
  const { marks } = compared(["t:1", "gone", "m", "t:2"], ["t:1", "t:9", "m", "fresh"]);
  const counts = countMarks(marks);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(marks.length);
});

test("describes the first different action in one sentence, and skips wording differences", () => {
  const chat = "chat.completions";
  expect(compared([`${chat}:x/a`, `${chat}:look`], [`${chat}:x/b`, `${chat}:book`]).parting).toEqual({
    row: 2,
    text: "A asks for look, B asks for book.",
  });
  const { rows } = compared([`${chat}:x`], [`${chat}:y`]);
  const booking = (node: SideNode) => ({
    action: node.id === "a0" ? "book(1)" : "book(2)",
    wording: "",
    hint: "",
    isCut: false,
  });
  const names = { base: 0, column: 1, letters: ["A", "B"] as const };
  const others = firstDivergence(rows, markRows(rows, 0, 1, booking), names, booking);
  expect(others?.text).toBe("A and B ask for book with different arguments.");
  expect(compared([chat], [`${chat}:book`]).parting?.text).toBe("A answers, B asks for book.");
  expect(compared(["t:1", "extra"], ["t:1"]).parting?.text).toBe("A calls extra here, B does not.");
  expect(compared(["t:1"], ["t:error"]).parting?.text).toBe("t fails in B but not in A.");
  expect(compared(["t:1/a"], ["t:1/b"]).parting).toBeNull();
});
