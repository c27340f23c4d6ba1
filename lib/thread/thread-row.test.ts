import { describe, expect, it } from "vitest";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { ThreadPreview } from "./read-thread-previews";
import { searchableText, threadRow, threadRowTone, threadScale } from "./thread-row";

const NOW = Date.parse("2026-11-20T15:00:00Z");

const thread = (id: string, p50: number | null, p99: number | null): Thread => ({
  thread_id: id,
  turn_count: 2,
  start_time: "2026-11-20T14:00:00Z",
  last_updated: "2026-11-20T14:10:00Z",
  p50_turn_duration_ms: p50,
  p99_turn_duration_ms: p99,
});

const preview = (members: Partial<ThreadPreview>): ThreadPreview => ({
  first: null,
  last: null,
  isLastByUser: false,
  exception: null,
  lastStatus: "ok",
  by: null,
  ...members,
});

const none = { byThread: new Map(), failures: new Map(), isUnsupported: false };
const scale = threadScale([]);

describe("the scale of the list", () => {
  it("is one axis for every p50 and p99", () => {
    const { axis } = threadScale([thread("a", 1300, 31_000), thread("b", null, null)]);
    expect(axis.map((tick) => tick.label)).toEqual(["1 s", "10 s", "60 s"]);
  });

  it("marks the slowest tenth, and nothing when there are few threads or all are alike", () => {
    const many = Array.from({ length: 20 }, (_, index) => thread(`t${index}`, 1000, 1000 + index));
    const { slowFromMs } = threadScale(many);
    expect(many.filter((row) => (row.p99_turn_duration_ms ?? 0) > (slowFromMs ?? Infinity))).toHaveLength(2);
    expect(threadScale(many.slice(0, 9)).slowFromMs).toBeNull();
    const alike = threadScale(many.map((row) => ({ ...row, p99_turn_duration_ms: 5000 })));
    expect(threadRow(thread("a", 5000, 5000), none, alike, NOW).isSlow).toBe(false);
  });
});

describe("a row", () => {
  it("distinguishes loading messages from unreadable ones", () => {
    const failures = new Map([["b", "The service failed."]]);
    expect(threadRow(thread("a", 1, 2), { ...none, failures }, scale, NOW).messages).toEqual({ kind: "waiting" });
    expect(threadRow(thread("b", 1, 2), { ...none, failures }, scale, NOW).messages).toEqual({
      kind: "failed",
      reason: "The service failed.",
    });
  });

  it.each([
    ["error", "error"],
    ["running", "running"],
    ["ok", null],
    ["unknown", null],
  ] as const)("whose last turn is %s has the edge %s", (lastStatus, tone) => {
    const byThread = new Map([["a", preview({ lastStatus })]]);
    expect(threadRowTone(threadRow(thread("a", 1, 2), { ...none, byThread }, scale, NOW))).toBe(tone);
  });

  it("keeps unknown apart from zero", () => {
    expect(threadRow(thread("a", null, null), none, scale, NOW)).toMatchObject({ p50Ms: null, p99Ms: null });
  });
});

it("a search covers both messages, the error and the author, and reports when nothing was read", () => {
  const messageOf = (text: string) => ({ text, isJson: false });
  expect(
    searchableText(preview({ first: messageOf("My Bag"), last: messageOf("Done"), exception: "429", by: "mia" })),
  ).toBe("my bag\ndone\n429\nmia");
  expect(searchableText(undefined)).toBeNull();
});
