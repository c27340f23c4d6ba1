import { describe, expect, it } from "vitest";
import { BufferPool } from "./buffer-pool";

const MIB = 1024 ** 2;

describe("a pool of buffers", () => {
  it("reuses a returned buffer for a request of about the same length", () => {
    const pool = new BufferPool({ keptBytes: 10 * MIB });
    const first = pool.take(3 * MIB - 5);
    expect(first.length).toBe(3 * MIB);
    expect(pool.take(3 * MIB) === first).toBe(false);
    pool.giveBack(first);
    expect(pool.take(MIB).length).toBe(MIB);
    expect(pool.take(2 * MIB) === first).toBe(true);
    expect(pool.take(2 * MIB) === first).toBe(false);
  });

  it("keeps no more free bytes than its limit", () => {
    const pool = new BufferPool({ keptBytes: 3 * MIB });
    const [small, large] = [pool.take(MIB), pool.take(3 * MIB)];
    pool.giveBack(small);
    pool.giveBack(large);
    expect(pool.take(3 * MIB) === large).toBe(false);
    expect(pool.take(1) === small).toBe(true);
  });
});
