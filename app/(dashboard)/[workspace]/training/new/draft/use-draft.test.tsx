// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { TrajectoryCollector } from "@/lib/training/trajectories/collect-trajectories";
import { readTrainingValue } from "@/lib/training/trajectories/read-value";
import { cleanPage, renderOnPage } from "@/test/setup/render-on-page";
import { nothingChosen } from "./draft-choices";
import type { Source } from "./draft-source";
import { useDraft } from "./use-draft";

afterEach(cleanPage);

/** A source of trajectories with these tasks and rewards. */
function sourceOf(id: string, given: readonly { task: string; reward?: number; score?: number }[]): Source {
  const collector = new TrajectoryCollector(id);
  for (const { task, reward, score } of given) {
    const messages = [
      { role: "user", content: `Do ${task}` },
      { role: "assistant", content: "Done" },
    ];
    const metadata = { task_id: task, ...(score === undefined ? {} : { score }) };
    const value = { messages, metadata, ...(reward === undefined ? {} : { reward }) };
    for (const group of readTrainingValue(value, "").groups) collector.add(group);
  }
  return { ...collector.flush(), id, name: `${id}.jsonl`, problems: [], progress: null, failure: null };
}

const source = sourceOf("a", [
  { task: "x", reward: 0, score: 5 },
  { task: "x", reward: 1, score: 6 },
  { task: "y", reward: 1, score: 7 },
]);

function open(sources: readonly Source[] = [source]) {
  const page = renderOnPage((now: { sources: readonly Source[] }) => useDraft(now.sources, nothingChosen), {
    props: { sources },
  });
  const now = () => page.result.current;
  const groups = () => now().draft.groups.map(({ rows }) => [...rows]);
  return { ...page, now, groups };
}

describe("a draft of a training job", () => {
  it("groups its trajectories by task and finds their rewards", () => {
    const { now, groups } = open();
    expect(groups()).toEqual([[0, 1], [2]]);
    expect([now().rewardPath, [...now().draft.rewards]]).toEqual(["reward", [0, 1, 1]]);
    expect(now().totals).toMatchObject({ trajectoryCount: 3, groupCount: 2 });
  });

  it("takes rewards from another field, and no rewards from none", () => {
    const { now } = open();
    act(() => now().setRewardPath("metadata.score"));
    expect([...now().draft.rewards]).toEqual([5, 6, 7]);
    act(() => now().setRewardPath(""));
    expect([...now().draft.rewards].every(Number.isNaN)).toBe(true);
  });

  it("replaces a reward by a typed one, until that is undone", () => {
    const { now } = open();
    act(() => now().setReward(1, 0.25));
    expect([now().draft.rewards[1], now().isEdited(1), now().isEdited(0)]).toEqual([0.25, true, false]);
    act(() => now().setReward(1, null));
    expect([now().draft.rewards[1], now().isEdited(1)]).toEqual([1, false]);
    act(() => now().setReward(99, 7));
    expect(now().choices.edits.size).toBe(0);
  });

  it("keeps a typed reward at its trajectory when another source is removed or still reads", () => {
    const other = sourceOf("b", [{ task: "z", reward: 0 }]);
    const { now, rerender } = open([other, source]);
    act(() => now().setReward(1, 0.5));
    rerender({ sources: [source] });
    expect([...now().draft.rewards]).toEqual([0.5, 1, 1]);
    rerender({ sources: [other] });
    expect([...now().draft.rewards]).toEqual([0]);
  });

  it("excludes trajectories from its totals, and includes them again", () => {
    const { now } = open();
    act(() => now().setLeftOut([0, 2, 99], true));
    expect([[...now().draft.isOut], now().totals.trajectoryCount]).toEqual([[1, 0, 1], 1]);
    act(() => now().setLeftOut([0], false));
    expect([...now().draft.isOut]).toEqual([0, 0, 1]);
  });

  it("moves trajectories to another group, to one of their own, and back", () => {
    const { now, groups } = open();
    act(() => now().move(0, 1));
    expect([groups(), now().movedCount, now().isMoved(0)]).toEqual([[[1], [2, 0]], 1, true]);
    act(() => now().move(0, "own"));
    expect(groups()).toEqual([[1], [2], [0]]);
    act(() => now().move(0, null));
    expect([groups(), now().movedCount]).toEqual([[[0, 1], [2]], 0]);
    act(() => now().move(99, "own"));
    expect(now().movedCount).toBe(0);
  });

  it("undoes moves together, and when the grouping changes", () => {
    const { now, groups } = open();
    act(() => now().move(0, 1));
    act(() => now().takeMovesBack());
    expect(groups()).toEqual([[0, 1], [2]]);
    act(() => now().move(0, 1));
    act(() => now().setGrouping({ kind: "all" }));
    expect([groups(), now().movedCount, now().grouping]).toEqual([[[0, 1, 2]], 0, { kind: "all" }]);
  });

  it("forgets every choice on reset", () => {
    const { now } = open();
    act(() => now().setReward(0, 9));
    act(() => now().setLeftOut([1], true));
    act(() => now().reset());
    expect([[...now().draft.rewards], [...now().draft.isOut]]).toEqual([
      [0, 1, 1],
      [0, 0, 0],
    ]);
  });

  it("warns about data of a source that was not read", () => {
    const { now } = open([{ ...source, problems: [{ place: "line 4", reason: "It has no messages." }] }]);
    expect(now().problems).toContainEqual({
      level: "warning",
      path: "a.jsonl, line 4",
      message: "Not read and not sent. It has no messages.",
      place: "",
      groups: [],
    });
  });
});
