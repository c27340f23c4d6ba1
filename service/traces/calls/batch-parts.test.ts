import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Slices } from "@/service/kernel/concurrency/loop-turns";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { batchTexts, payloadTexts } from "./call-payloads";
import { writeParts } from "./write-parts";

const { signal } = new AbortController();

describe("the payload texts of a large batch", () => {
  it("are those of a small one, exactly as they were sent", async () => {
    const payload = fc.record({ inputs: fc.jsonValue(), output: fc.jsonValue(), attributes: fc.jsonValue() });
    const requests = fc.array(fc.record({ mode: fc.constant("start"), req: fc.record({ start: payload }) }));
    await fc.assert(
      fc.asyncProperty(requests, fc.array(payload), fc.constantFrom(undefined, 1), async (some, calls, spaces) => {
        const bodies = [
          ["batch of requests", JSON.stringify({ other: [1], batch: some }, null, spaces)],
          ["batch of calls", JSON.stringify({ batch: calls, other: {} }, null, spaces)],
          ["batch of calls", `{"batch":[{"inputs":1}],"batch":${JSON.stringify(calls)}}`],
        ] as const;
        for (const [location, text] of bodies) {
          expect(await batchTexts(text, location, new Slices("a"))).toEqual(payloadTexts(text, location));
        }
      }),
    );
  });
});

describe("the parts of a large request", () => {
  const partsOf = (count: number): CallPart[] =>
    Array.from({ length: count }, (_, at) => at).flatMap((at) => [
      startPart({ projectId: "e/p", id: `call ${at}` }),
      endPart({ projectId: "e/p", id: `call ${at}` }),
    ]);

  async function written(parts: readonly CallPart[]): Promise<(readonly CallPart[])[]> {
    const writes: (readonly CallPart[])[] = [];
    const write = async (some: readonly CallPart[]) => void writes.push(some);
    await writeParts({ write }, parts, { userId: "a", signal });
    return writes;
  }

  it("are written in their order and in pieces, in each of which calls are whole", async () => {
    const parts = [startPart({ projectId: "e/p", id: "first" }), ...partsOf(400)];
    const writes = await written(parts);
    expect(writes.flat()).toEqual(parts);
    expect(writes.length).toBeGreaterThan(5);
    for (const some of writes.slice(1)) expect(some[0]?.part).toBe("start");
  });

  it("are written at once where they are few", async () => {
    const parts = partsOf(100);
    expect(await written(parts)).toEqual([parts]);
  });
});
