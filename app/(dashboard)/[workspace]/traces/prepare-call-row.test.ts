import { describe, expect, it } from "vitest";
import { newerThan, newestBody, pageBody, refreshLimit } from "@/components/calls/prepare-list-request";
import type { Call } from "@/lib/api/contract/calls";
import { callRow, durationScale, rowTone } from "./prepare-call-row";

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
  scale: durationScale([]),
  nowMs: 0,
};
const selection = { filter: {}, query: undefined, problems: [] };
const sort = { field: "started_at", direction: "desc" } as const;

describe("the duration scale", () => {
  it("marks the slowest hundredth of an op only when enough of it is loaded", () => {
    const slow = call(0, { ended_at: "2026-11-20T14:31:00Z" });
    const few = durationScale([slow, ...Array.from({ length: 20 }, (_, index) => call(index + 1))]);
    const many = durationScale([slow, ...Array.from({ length: 150 }, (_, index) => call(index + 1))]);
    expect(callRow(slow, { ...nothing, scale: few }).isSlow).toBe(false);
    expect(callRow(slow, { ...nothing, scale: many }).isSlow).toBe(true);
    expect(callRow(call(1), { ...nothing, scale: many }).isSlow).toBe(false);
    expect(many.domain[1]).toBe(60_000);
  });

  it("of no calls still has two ends", () => expect(durationScale([]).domain).toEqual([1, 10]));
});

describe("a row", () => {
  it("waits for its payload and knows when there is none", () => {
    expect(callRow(call(1), nothing).payload).toBeNull();
    const previews = new Map([["call-1", { input: null, output: null, kind: "tool" as const, paths: [] }]]);
    expect(callRow(call(1), { ...nothing, previews })).toMatchObject({
      payload: { input: null, output: null },
      kind: "tool",
    });
  });

  it("tells values that are on their way from those that could not be asked for", () => {
    const values = new Map([["inputs.x", { value: 1, isCut: false }]]);
    const known = { byCall: new Map([["call-1", values]]), hasFailed: true };
    expect(callRow(call(1), nothing).values).toBeNull();
    expect(callRow(call(1), { ...nothing, values: known }).values).toBe(values);
    expect(callRow(call(2), { ...nothing, values: known }).values).toBe("failed");
  });

  it("has a selvedge only when it failed or runs", () => {
    expect([rowTone({ status: "error" }), rowTone({ status: "running" }), rowTone({ status: "ok" })]).toEqual([
      "error",
      "running",
      null,
    ]);
  });
});

describe("a page of the list", () => {
  it("is bound to what had started when the list was opened, so that new rows shift nothing", () => {
    const newestAt = "2026-11-20T14:30:00.500000Z";
    const first = pageBody("demo/airline", selection, sort, { offset: 0, newestAt: null });
    const second = pageBody("demo/airline", selection, sort, { offset: 200, newestAt });
    expect(first).not.toHaveProperty("query");
    expect(second.query).toEqual({ $expr: { $not: [newerThan(newestAt)] } });
    expect(second).toMatchObject({ offset: 200, limit: 200 });
  });

  it("has a tie-break, so that equal values keep one order", () => {
    expect(pageBody("p", selection, sort, { offset: 0, newestAt: null }).sort_by).toEqual([
      { field: "started_at", direction: "desc" },
      { field: "id", direction: "desc" },
    ]);
  });

  it("brings back all rows that were there when new ones are put in, up to a bound", () => {
    expect([refreshLimit(0, 0), refreshLimit(200, 3), refreshLimit(600, 0), refreshLimit(90_000, 9)]).toEqual([
      200, 400, 600, 5000,
    ]);
  });

  it("asks for no payload", () => {
    const { columns } = pageBody("p", selection, sort, { offset: 0, newestAt: null });
    expect(columns).not.toEqual(expect.arrayContaining(["inputs"]));
    expect(columns).not.toEqual(expect.arrayContaining(["output"]));
    expect(newestBody("p", selection).limit).toBe(1);
  });
});
