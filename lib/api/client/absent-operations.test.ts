import { afterEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "@/lib/workspace/connection";
import { askAgain, isKnownAbsent, noteAbsent, noteTests, questionRound } from "./absent-operations";

afterEach(() => {
  askAgain(null);
  vi.useRealTimers();
});

type Support = NonNullable<Connection["lastTest"]>["operations"][number]["support"];

const tested = (support: Support, testedAt = new Date().toISOString()) => [
  {
    id: "c",
    lastTest: {
      testedAt,
      durationMs: 1,
      operations: [{ operation: "call.read", support, status: 404, latencyMs: 1, note: "" }],
    },
  },
];

describe("what a service is known not to have", () => {
  it("is what its last test found missing, until a later test finds it", () => {
    noteTests(tested("missing"));
    expect([isKnownAbsent("c", "call.read"), isKnownAbsent("d", "call.read")]).toEqual([true, false]);
    noteTests(tested("supported"));
    expect(isKnownAbsent("c", "call.read")).toBe(false);
    noteTests(tested("refused"));
    noteTests([{ id: "c", lastTest: null }]);
    expect(isKnownAbsent("c", "call.read")).toBe(false);
  });

  it("is not what a test of the day before yesterday found", () => {
    noteTests(tested("missing", new Date(Date.now() - 48 * 3_600_000).toISOString()));
    expect(isKnownAbsent("c", "call.read")).toBe(false);
  });

  it("is what a response said, for ten minutes, or until the user asks again", () => {
    vi.useFakeTimers();
    noteAbsent("c", "call.read", questionRound());
    vi.advanceTimersByTime(9 * 60_000);
    expect(isKnownAbsent("c", "call.read")).toBe(true);
    vi.advanceTimersByTime(61_000);
    expect(isKnownAbsent("c", "call.read")).toBe(false);
    noteAbsent("c", "call.read", questionRound());
    noteAbsent("c", "calls.stats", questionRound());
    askAgain("call.read");
    expect([isKnownAbsent("c", "call.read"), isKnownAbsent("c", "calls.stats")]).toEqual([false, true]);
  });

  it("is not what answered a question from before the user asked again", () => {
    const before = questionRound();
    askAgain("call.read");
    noteAbsent("c", "call.read", before);
    expect(isKnownAbsent("c", "call.read")).toBe(false);
  });
});
