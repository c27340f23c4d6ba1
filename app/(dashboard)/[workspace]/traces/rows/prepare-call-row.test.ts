import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callListRow, callRowTone, durationThresholds } from "./prepare-call-row";

const call = (id: number, members: Partial<Call> = {}): Call => ({
  id: `call-${id}`,
  project_id: "demo/airline",
  op_name: "turn",
  trace_id: "t",
  started_at: "2026-11-20T14:30:00Z",
  ended_at: "2026-11-20T14:30:01Z",
  output: null,
  ...members,
});

const nothing = {
  previews: new Map(),
  values: { byCall: new Map(), hasFailed: false },
  totals: new Map(),
  scores: { byId: new Map(), hasFailed: false },
  scale: durationThresholds([]),
  nowMs: 0,
};

describe("the duration scale", () => {
  it("marks the slowest hundredth of an op only when enough of its calls are loaded", () => {
    const slow = call(0, { ended_at: "2026-11-20T14:31:00Z" });
    const few = durationThresholds([slow, ...Array.from({ length: 20 }, (_, index) => call(index + 1))]);
    const many = durationThresholds([slow, ...Array.from({ length: 150 }, (_, index) => call(index + 1))]);
    expect(callListRow(slow, { ...nothing, scale: few }).isSlow).toBe(false);
    expect(callListRow(slow, { ...nothing, scale: many }).isSlow).toBe(true);
    expect(callListRow(call(1), { ...nothing, scale: many }).isSlow).toBe(false);
    expect(many.domain[1]).toBe(60_000);
  });

  it("has two ends even without calls", () => expect(durationThresholds([]).domain).toEqual([1, 10]));
});

describe("a row", () => {
  it("waits for its payload and detects when there is none", () => {
    expect(callListRow(call(1), nothing).payload).toBeNull();
    const preview = {
      input: null,
      output: null,
      kind: "tool" as const,
      tool: "get_weather",
      endUser: "mia_li",
      paths: [],
    };
    const previews = new Map([["call-1", preview]]);
    expect(callListRow(call(1), { ...nothing, previews })).toMatchObject({
      payload: { input: null, output: null },
      kind: "tool",
      name: "get_weather",
      endUser: "mia_li",
    });
  });

  it("names a completion of the playground or the arena by its page, until someone renames it", () => {
    const sent = call(1, { op_name: "heddle.arena" });
    expect(callListRow(sent, nothing)).toMatchObject({ name: "completion", source: "arena", opName: "heddle.arena" });
    const renamed = { ...sent, display_name: "best of three" };
    expect(callListRow(renamed, nothing)).toMatchObject({ name: "best of three", source: "arena" });
    expect(callListRow(call(2), nothing)).toMatchObject({ name: "turn", source: null });
  });

  it("has a mark where the parent of a root was not received, and where the end is before the start", () => {
    const orphan = call(1, { parent_id: "lost" });
    expect(callListRow(orphan, { ...nothing, areRootsOnly: true }).mark).toBe("parent not received");
    expect(callListRow(orphan, nothing).mark).toBeNull();
    const skewed = call(2, { started_at: "2026-11-20T14:30:03.000Z", ended_at: "2026-11-20T14:30:00.000Z" });
    expect(callListRow(skewed, nothing)).toMatchObject({ mark: "ends before it starts", durationMs: 0 });
    expect(durationThresholds([skewed, call(3)]).domain[0]).toBe(1000);
  });

  it("distinguishes values that are loading from values that failed to load", () => {
    const values = new Map([["inputs.x", { value: 1, isCut: false }]]);
    const known = { byCall: new Map([["call-1", values]]), hasFailed: true };
    expect(callListRow(call(1), nothing).values).toBeNull();
    expect(callListRow(call(1), { ...nothing, values: known }).values).toBe(values);
    expect(callListRow(call(2), { ...nothing, values: known }).values).toBe("failed");
  });

  it("distinguishes a call without scores from one whose scores load or failed to load", () => {
    const known = { byId: new Map([["call-1", []]]), hasFailed: true };
    expect(callListRow(call(1), nothing).scores).toBeNull();
    expect(callListRow(call(1), { ...nothing, scores: known }).scores).toEqual([]);
    expect(callListRow(call(2), { ...nothing, scores: known }).scores).toBe("failed");
  });

  it("has a selvedge only when it failed or runs", () => {
    expect([
      callRowTone({ status: "error" }),
      callRowTone({ status: "running" }),
      callRowTone({ status: "ok" }),
    ]).toEqual(["error", "running", null]);
  });
});
