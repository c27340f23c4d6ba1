import { describe, expect, it } from "vitest";
import type { StreamSummary } from "@/lib/api/client/json-lines";
import { type RowSource, RowStream } from "./row-stream";

const summary = (members: Partial<StreamSummary> = {}): StreamSummary => ({
  rowCount: 0,
  badLines: [],
  end: { kind: "complete" },
  ...members,
});

async function ended<Row>(stream: RowStream<Row>) {
  await expect.poll(() => stream.getState().isStreaming).toBe(false);
  return stream.getState();
}

describe("a stream of rows", () => {
  it("keeps all rows and reports how it ended", async () => {
    const stream = new RowStream<number>(async (_offset, _signal, onRows) => {
      onRows([1, 2]);
      onRows([3]);
      return summary({ rowCount: 3 });
    });
    stream.start();
    const state = await ended(stream);
    expect(state.rows).toEqual([1, 2, 3]);
    expect(state.summary?.end.kind).toBe("complete");
  });

  it("reports its first rows at once", () => {
    let seen = 0;
    const stream = new RowStream<number>(async (_offset, _signal, onRows) => {
      onRows([1, 2]);
      seen = stream.getState().version;
      onRows([3]);
      return await new Promise<StreamSummary>(() => undefined);
    });
    stream.start();
    const before = stream.getState().version;
    expect(seen).toBe(before);
    expect(stream.getState().rows).toEqual([1, 2, 3]);
    expect(before).toBe(2);
  });

  it("continues after a cut, from after the rows and unreadable lines that it had", async () => {
    const offsets: number[] = [];
    const source: RowSource<number> = async (offset, _signal, onRows) => {
      offsets.push(offset);
      onRows([offset]);
      const badLines = offset === 0 ? [{ line: 2, reason: "not JSON" }] : [];
      return summary({ badLines, end: offset === 0 ? { kind: "cut-short", reason: "broke" } : { kind: "complete" } });
    };
    const stream = new RowStream(source);
    stream.start();
    expect((await ended(stream)).summary?.end).toEqual({ kind: "cut-short", reason: "broke" });
    stream.start();
    expect((await ended(stream)).rows).toEqual([0, 2]);
    expect(offsets).toEqual([0, 2]);
  });

  it("stops on request, keeps its rows, and does not count as a failure", async () => {
    const stream = new RowStream<number>(async (_offset, signal, onRows) => {
      onRows([1]);
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      return summary();
    });
    stream.start();
    stream.stop();
    const state = await ended(stream);
    expect(state.rows).toEqual([1]);
    expect(state.failure).toBeNull();
    expect(state.summary?.end.kind).toBe("stopped");
  });

  it("keeps its rows when a later part cannot be requested", async () => {
    let tries = 0;
    const stream = new RowStream<number>(async (_offset, _signal, onRows) => {
      tries += 1;
      if (tries === 2) throw new Error("no answer");
      onRows([1]);
      return summary({ end: { kind: "cut-short", reason: "broke" } });
    });
    stream.start();
    await ended(stream);
    stream.start();
    const state = await ended(stream);
    expect(state.failure?.message).toContain("no answer");
    expect(state.rows).toEqual([1]);
  });

  it("restarts when that is requested before its stop has taken effect", async () => {
    let parts = 0;
    const stream = new RowStream<number>(async (_offset, signal, onRows) => {
      parts += 1;
      if (parts === 1)
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      onRows([parts]);
      return summary();
    });
    stream.start();
    stream.stop();
    stream.start();
    await expect.poll(() => stream.getState().rows).toEqual([2]);
  });

  it("notifies its listeners while rows arrive", async () => {
    let release = (): void => undefined;
    const stream = new RowStream<number>(async (_offset, _signal, onRows) => {
      onRows([1]);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return summary();
    });
    const seen: number[] = [];
    stream.subscribe(() => seen.push(stream.getState().rows.length));
    stream.start();
    await expect.poll(() => seen).toContain(1);
    expect(stream.getState().isStreaming).toBe(true);
    release();
    await ended(stream);
  });
});
