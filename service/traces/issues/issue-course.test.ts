import { describe, expect, it } from "vitest";
import { type IssueCourse, issueState, regressionOf } from "./issue-course";

const NOW_MS = Date.parse("2026-11-20T12:00:00Z");
const at = (time: string) => `2026-11-${time}.000000`;

const course = (members: Partial<IssueCourse> = {}): IssueCourse => ({
  ...{
    status: "open" as const,
    firstAt: at("01 10:00:00"),
    lastAt: at("20 11:00:00"),
    changedAt: null,
    knownReleases: [],
  },
  ...{ regressedAt: null, regressedRelease: "", ignoredUntil: null, ignoredCalls: null },
  ...members,
});

describe("the state of an issue", () => {
  it.each([
    ["is new for a day after its first call", { firstAt: at("19 12:00:00") }, "new"],
    ["is ongoing after that", { firstAt: at("19 11:59:59") }, "ongoing"],
    [
      "stays regressed, whenever its first call was",
      { firstAt: at("20 11:00:00"), regressedAt: at("20 11:30:00") },
      "regressed",
    ],
    ["is resolved while nothing comes back", { status: "resolved", changedAt: at("20 11:00:00") }, "resolved"],
    ["is ignored until a time", { status: "ignored", ignoredUntil: at("20 12:00:01") }, "ignored"],
    ["is no longer ignored at that time", { status: "ignored", ignoredUntil: at("20 12:00:00") }, "ongoing"],
    ["is ignored without an end", { status: "ignored" }, "ignored"],
    ["is ignored while it waits for calls", { status: "ignored", ignoredCalls: 10 }, "ignored"],
  ] as const)("%s", (_name, members, state) => {
    expect(issueState(course(members), NOW_MS)).toBe(state);
  });
});

describe("a resolved issue", () => {
  const resolved = course({ status: "resolved", changedAt: at("10 10:00:00"), knownReleases: ["v12", "v13"] });
  const before = at("10 09:59:59");
  const after = at("10 10:00:01");

  it.each([
    ["is back with a call of a release that never failed", [{ release: "v14", lastAt: after }], "v14"],
    ["is back with a later call that names no release", [{ release: "", lastAt: after }], ""],
    ["is not back with a call of an old release", [{ release: "v13", lastAt: after }], null],
    ["is not back with an earlier call that came late", [{ release: "v14", lastAt: before }], null],
    ["is not back without calls", [], null],
  ] as const)("%s", (_name, calls, release) => {
    expect(regressionOf(resolved, calls)?.release ?? null).toBe(release);
  });

  it("is back with the earliest of several releases", () => {
    const later = { release: "v15", lastAt: at("11 00:00:00") };
    expect(regressionOf(resolved, [later, { release: "v14", lastAt: after }])?.release).toBe("v14");
  });

  it("is the only one that can come back", () => {
    expect(regressionOf(course(), [{ release: "v14", lastAt: after }])).toBeNull();
    expect(regressionOf({ ...resolved, status: "ignored" }, [{ release: "v14", lastAt: after }])).toBeNull();
  });
});
