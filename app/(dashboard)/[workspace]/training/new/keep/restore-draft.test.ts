import { expect, test } from "vitest";
import { nothingChosen } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import { defaultTarget } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { readTrainingValue } from "@/lib/training/trajectories/read-value";
import type { StoredDraft, StoredSource } from "./draft-store";
import { choicesByPosition, rowChoices, storedSources } from "./restore-draft";

function partOf(...texts: readonly string[]) {
  const collector = new TrajectoryCollector("s");
  for (const content of texts) {
    for (const group of readTrainingValue({ messages: [{ role: "user", content }] }, "").groups) collector.add(group);
  }
  return { ...collector.flush(), problems: [] };
}

const first = partOf("a", "b");
const second = partOf("c");
const stored: StoredSource = { id: "1", name: "a.jsonl", isWhole: true, partCount: 2, failure: null };

function sourcesOf(source: StoredSource, parts = [first, second]) {
  const draft: StoredDraft = {
    sources: [source],
    choices: { ...nothingChosen, ...defaultTarget, edits: [], out: [], moves: [] },
  };
  return storedSources(draft, new Map([[source.id, parts]]));
}

test("restores a source with all of its parts in order", () => {
  const [source] = sourcesOf(stored);
  expect(source?.rows.map(({ title }) => title)).toEqual(["a", "b", "c"]);
  expect(source).toMatchObject({ name: "a.jsonl", progress: null, failure: null });
});

test("reports a source that was not fully read or lacks a part, and keeps the rest", () => {
  expect(sourcesOf({ ...stored, isWhole: false })[0]?.failure).toContain("left while this source was read");
  const [removed] = sourcesOf(stored, [first]);
  expect(removed?.failure).toContain("no longer stored");
  expect(removed?.rows).toHaveLength(2);
  expect(sourcesOf({ ...stored, failure: "The service went away." })[0]?.failure).toBe("The service went away.");
});

test("assigns typed rewards and exclusions to their rows again, even after a source was removed", () => {
  const before = [
    { id: "0", rows: second.rows },
    { id: "1", rows: first.rows },
  ];
  const [row0] = second.rows;
  const [, row1] = first.rows;
  if (!row0 || !row1) throw new Error("no rows");
  const choices = {
    edits: new Map([[row1, 0.5]]),
    out: new Set([row0, row1]),
    moves: new Map([[row1, "hand/1"]]),
  };
  const placed = choicesByPosition(before, choices);
  expect(placed).toEqual({
    edits: [[["1", 1], 0.5]],
    out: [
      ["0", 0],
      ["1", 1],
    ],
    moves: [[["1", 1], "hand/1"]],
  });
  expect(rowChoices(before, placed)).toEqual(choices);
  expect(rowChoices(before.slice(1), placed)).toEqual({ ...choices, out: new Set([row1]) });
  // A draft saved before rows could be moved.
  expect(rowChoices(before, { edits: [], out: [] })).toEqual({ edits: new Map(), out: new Set(), moves: new Map() });
});
