import { describe, expect, it, vi } from "vitest";
import { IdleCollection } from "./idle-collection";

const EVERY_MS = 10_000;

/** A process whose processor time grows by a share of each step, and by what a collection costs. */
function collectionOf() {
  let processorMs = 500;
  let decodedBytes = 0;
  const collect = vi.fn(async () => {
    processorMs += 150;
  });
  const collection = new IdleCollection({
    ...{ collect, everyMs: EVERY_MS },
    processorMs: () => processorMs,
    decodedBytes: () => decodedBytes,
  });
  const decode = (megabytes: number) => {
    decodedBytes += megabytes * 1024 ** 2;
  };
  const pass = async (share: number) => {
    processorMs += share * EVERY_MS;
    await collection.step();
  };
  return { collect, pass, decode };
}

describe("an idle collection", () => {
  it("returns the memory of what is no longer used to the system", async () => {
    let processorMs = 0;
    const collection = new IdleCollection({ everyMs: EVERY_MS, processorMs: () => processorMs });
    processorMs += 20_000;
    await collection.step();
    let values: string[][] | null = Array.from({ length: 300_000 }, (_, index) => [`value ${index}`]);
    const fullBytes = process.memoryUsage().heapTotal;
    expect(values).toHaveLength(300_000);
    values = null;
    await collection.step();
    expect(process.memoryUsage().heapTotal).toBeLessThan(fullBytes - 10_000_000);
  });

  it("collects once when work is followed by rest, and again only after more work", async () => {
    const { collect, pass } = collectionOf();
    await pass(1.6);
    await pass(0.9);
    expect(collect).not.toHaveBeenCalled();
    for (let steps = 0; steps < 5; steps += 1) await pass(0.01);
    expect(collect).toHaveBeenCalledTimes(1);
    await pass(0.8);
    await pass(0.3);
    await pass(0.01);
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it("never interrupts a process that works", async () => {
    const { collect, pass } = collectionOf();
    for (let steps = 0; steps < 50; steps += 1) await pass(0.3);
    expect(collect).not.toHaveBeenCalled();
  });

  it("leaves a process alone that has done little", async () => {
    const { collect, pass } = collectionOf();
    for (let steps = 0; steps < 20; steps += 1) await pass(0.01);
    expect(collect).not.toHaveBeenCalled();
  });

  it("collects once after large requests, also when they were little work", async () => {
    const { collect, pass, decode } = collectionOf();
    decode(10);
    await pass(0.01);
    expect(collect).not.toHaveBeenCalled();
    decode(30);
    await pass(0.5);
    expect(collect).not.toHaveBeenCalled();
    for (let steps = 0; steps < 5; steps += 1) await pass(0.01);
    expect(collect).toHaveBeenCalledTimes(1);
  });
});
