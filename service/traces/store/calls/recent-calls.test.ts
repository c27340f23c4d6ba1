import { describe, expect, it } from "vitest";
import { RecentCalls } from "./recent-calls";

const row = (projectId: string, startedAt: string) => [0, projectId, startedAt];
const noon = "2026-11-20 12:00:00.000000";
const one = "2026-11-20 13:00:00.000000";

describe("recent calls", () => {
  it("know the earliest start of a project's calls after a commit", () => {
    const recent = new RecentCalls();
    recent.note(1, [row("a", noon)]);
    recent.note(2, [row("a", one), row("b", noon)]);
    expect(recent.startsAfter(0, "a")).toBe(noon);
    expect(recent.startsAfter(1, "a")).toBe(one);
    expect(recent.startsAfter(2, "a")).toBeNull();
    expect(recent.earliestAfter(1)).toBe(noon);
    expect(recent.earliestAfter(2)).toBeNull();
  });

  it("forget the calls of commits that are not needed any more", () => {
    const recent = new RecentCalls();
    recent.note(1, [row("a", noon)]);
    recent.note(2, [row("a", one)]);
    recent.forget(1);
    expect(recent.startsAfter(0, "a")).toBe(one);
  });

  it("keep every start when there are more commits than they keep apart", () => {
    const recent = new RecentCalls();
    for (let commit = 1; commit <= 1500; commit += 1) recent.note(commit, [row("a", commit === 1200 ? noon : one)]);
    expect(recent.startsAfter(1100, "a")).toBe(noon);
    expect(recent.startsAfter(1499, "a")).toBe(noon);
    expect(recent.startsAfter(1500, "a")).toBeNull();
  });
});
