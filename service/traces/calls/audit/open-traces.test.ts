import { describe, expect, it } from "vitest";
import type { AuditedCall } from "./audited-call";
import { OpenTraces } from "./open-traces";

const MINUTE = 60_000_000;

const call = (traceId: string, minute: number) => ({ id: `${traceId}${minute}`, traceId, start: minute * MINUTE });

/** Reads calls of an ordered stream one by one, and returns the traces in the order in which they are complete. */
function joined(traces: OpenTraces, ...calls: readonly ReturnType<typeof call>[]): readonly (readonly string[])[] {
  const complete: string[][] = [];
  const take = (found: Iterable<readonly AuditedCall[]>) => {
    for (const trace of found) complete.push(trace.map(({ id }) => id));
  };
  for (const one of calls) {
    traces.add(one as AuditedCall);
    take(traces.complete(one.start));
  }
  complete.push(["end"]);
  take(traces.complete());
  return complete;
}

describe("the traces of a stream of calls", () => {
  it("are complete once no call of them can follow, and never before", () => {
    const traces = new OpenTraces([{ traceId: "long", last: 60 * MINUTE }]);
    const calls = [call("long", 0), call("a", 1), call("b", 2), call("a", 10), call("b", 12), call("long", 60)];
    expect(joined(traces, ...calls, call("c", 61))).toEqual([
      ["a1", "a10"],
      ["b2", "b12"],
      ["long0", "long60"],
      ["end"],
      ["c61"],
    ]);
    expect(traces.held).toBe(0);
  });

  it("are held only as long as they are not complete", () => {
    const traces = new OpenTraces([]);
    const calls = Array.from({ length: 600 }, (_, minute) => call(`${minute}`, minute));
    let most = 0;
    for (const one of calls) {
      traces.add(one as AuditedCall);
      for (const _ of traces.complete(one.start));
      most = Math.max(most, traces.held);
    }
    expect(most).toBe(11);
  });
});
