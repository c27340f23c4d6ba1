import { describe, expect, it } from "vitest";
import { BufferPool } from "./buffer-pool";

const MIB = 1024 ** 2;

describe("a pool of buffers", () => {
  it("reuses a returned buffer for a request of about the same length", () => {
    const pool = new BufferPool({ keptBytes: 10 * MIB });
    const first = pool.take(3 * MIB - 5);
    expect(first.bytes.length).toBe(3 * MIB);
    expect(pool.take(3 * MIB).bytes === first.bytes).toBe(false);
    first.giveBack();
    expect(pool.take(MIB).bytes.length).toBe(MIB);
    expect(pool.take(2 * MIB).bytes === first.bytes).toBe(true);
    expect(pool.take(2 * MIB).bytes === first.bytes).toBe(false);
  });

  it("keeps no more free bytes than its limit", () => {
    const pool = new BufferPool({ keptBytes: 3 * MIB });
    const [small, large] = [pool.take(MIB), pool.take(3 * MIB)];
    small.giveBack();
    large.giveBack();
    expect(pool.take(3 * MIB).bytes === large.bytes).toBe(false);
    expect(pool.take(1).bytes === small.bytes).toBe(true);
  });

  it("lends a buffer to one borrower only, however often it is given back", () => {
    const pool = new BufferPool({ keptBytes: 10 * MIB });
    const first = pool.take(MIB);
    first.giveBack();
    first.giveBack();
    const [second, third] = [pool.take(MIB), pool.take(MIB)];
    expect(second.bytes === first.bytes).toBe(true);
    expect(third.bytes === first.bytes).toBe(false);
    // Its borrower of before has no say any more.
    first.giveBack();
    expect(pool.take(MIB).bytes === second.bytes).toBe(false);
  });
});
