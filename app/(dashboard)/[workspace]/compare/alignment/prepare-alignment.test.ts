import { expect, test } from "vitest";
import { sideOf } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { callsOf, type Step } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { type Alignment, alignSides } from "./prepare-alignment";

/** A side under one root; `"search update"` is a list of ops, ids contain the letter of the side. */
function side(letter: string, ops: string, inside: Record<number, string> = {}) {
  const steps = ops.split(" ").filter(Boolean);
  const child = (op: string, id: string, inner = ""): Step => ({
    op,
    id,
    inside: inner
      .split(" ")
      .filter(Boolean)
      .map((name, at) => child(name, `${id}.${at}`)),
  });
  const root: Step = {
    op: "run",
    id: `${letter}r`,
    inside: steps.map((op, at) => child(op, `${letter}${at}`, inside[at])),
  };
  return sideOf({ kind: "call", id: root.id }, callsOf([root]), 0);
}

const ids = ({ rows }: Alignment) => rows.map(({ members }) => members.map((member) => member?.id ?? "–").join(" "));

test("matches children by op and position, and lists calls that only one side has", () => {
  const alignment = alignSides([side("a", "chat search chat"), side("b", "chat update chat search chat")], 0);
  expect(ids(alignment)).toEqual(["ar br", "a0 b0", "– b1", "– b2", "a1 b3", "a2 b4"]);
  expect(alignment.rows.map(({ depth }) => depth)).toEqual([0, 1, 1, 1, 1, 1]);
  expect(alignment.rows.map(({ parent }) => parent)).toEqual([-1, 0, 0, 0, 0, 0]);
});

test("never matches calls of different ops, or children of calls that do not match", () => {
  const alignment = alignSides([side("a", "plan", { 0: "chat" }), side("b", "act", { 0: "chat" })], 0);
  expect(ids(alignment)).toEqual(["ar br", "a0 –", "a0.0 –", "– b0", "– b0.0"]);
});

test("matches children of matched calls at every depth", () => {
  const alignment = alignSides(
    [side("a", "turn turn", { 0: "chat", 1: "chat book" }), side("b", "turn turn", { 0: "chat", 1: "chat cancel" })],
    0,
  );
  expect(ids(alignment)).toEqual(["ar br", "a0 b0", "a0.0 b0.0", "a1 b1", "a1.0 b1.0", "a1.1 –", "– b1.1"]);
});

test("contains every call of every side exactly once, whatever the base", () => {
  const sides = [side("a", "x y z x"), side("b", "z y x"), side("c", "y y q z"), side("d", "")];
  for (const base of [0, 1, 2, 3]) {
    const { rows } = alignSides(sides, base);
    sides.forEach((one, column) => {
      const found = rows.flatMap(({ members }) => members[column]?.id ?? []).sort();
      expect(found).toEqual([...one.byId.keys()].sort());
    });
  }
});

test("keeps the order of each side", () => {
  const sides = [side("a", "x y z x y"), side("b", "z y x z"), side("c", "y x y z")];
  const { rows } = alignSides(sides, 1);
  for (const column of sides.keys()) {
    const found = rows.flatMap(({ members, depth }) => (depth === 1 ? (members[column]?.startedMs ?? []) : []));
    expect(found).toEqual([...found].sort((left, right) => left - right));
  }
});

test("aligns calls that the base lacks when the other sides share them", () => {
  const alignment = alignSides([side("a", "chat"), side("b", "chat check"), side("c", "chat check")], 0);
  expect(ids(alignment)).toEqual(["ar br cr", "a0 b0 c0", "– b1 c1"]);
});

test("marks a call as moved when its op has another position among the same siblings", () => {
  const { rows } = alignSides([side("a", "check chat book"), side("b", "chat book check")], 0);
  const [removed, come] = [rows.find(({ members }) => members[0]?.id === "a0"), rows.at(-1)];
  expect(removed?.movedTo).toEqual([null, come?.key]);
  expect(come?.movedTo).toEqual([null, removed?.key]);
});

test("does not mark it as moved when one side has an extra call of the op", () => {
  const { rows } = alignSides([side("a", "chat"), side("b", "chat chat")], 0);
  expect(rows.flatMap(({ movedTo }) => movedTo).every((key) => key === null)).toBe(true);
});

test("prefers calls of the same name among calls of one op", () => {
  const named = (letter: string, names: readonly string[]) =>
    sideOf(
      { kind: "call", id: `${letter}r` },
      callsOf([
        { id: `${letter}r`, op: "run", inside: names.map((name, at) => ({ id: `${letter}${at}`, op: "step", name })) },
      ]),
      0,
    );
  expect(ids(alignSides([named("a", ["draft", "send"]), named("b", ["send"])], 0))).toEqual(["ar br", "a0 –", "a1 b0"]);
});

test("treats a missing side as empty", () => {
  expect(ids(alignSides([null, side("b", "chat")], 0))).toEqual(["– br", "– b0"]);
});

test("aligns thousands of children with nearby ones, and reports it", () => {
  const ops = Array.from({ length: 4_000 }, (_, at) => `op${at % 7}`);
  const alignment = alignSides([side("a", ops.join(" ")), side("b", ["new", ...ops].join(" "))], 0);
  expect(alignment.isCoarse).toBe(true);
  expect(alignment.rows).toHaveLength(4_002);
  expect(alignment.rows[1]?.members[0]).toBeNull();
});

test("handles a chain of ten thousand calls", () => {
  const chain = (letter: string) => {
    const calls = Array.from({ length: 10_000 }, (_, at) => ({ id: `${letter}${at}`, op: "f" }));
    const linked = callsOf(calls).map((call, at) => ({ ...call, parent_id: at === 0 ? null : `${letter}${at - 1}` }));
    return sideOf({ kind: "call", id: `${letter}0` }, linked, 0);
  };
  const { rows } = alignSides([chain("a"), chain("b")], 0);
  expect(rows).toHaveLength(10_000);
  expect(rows.at(-1)?.depth).toBe(9_999);
});
