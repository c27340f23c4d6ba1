import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEmbeddedStore } from "./embedded-store";
import type { Store } from "./store";

const ROWS = 20_000;
const long = { sql: `SELECT number AS n, repeat('x', 1000) AS text FROM numbers(${ROWS})` };

const folder = mkdtempSync(join(tmpdir(), "heddle-resting-"));
let store: Store;

beforeAll(() => {
  store = openEmbeddedStore({ folder, readers: 2, streams: 2, restingStreams: 3 });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsOf(rows: AsyncIterator<{ readonly rowCount: number }>): Promise<number> {
  let count = 0;
  for (let next = await rows.next(); !next.done; next = await rows.next()) count += next.value.rowCount;
  return count;
}

/** Begins streams whose readers take one block and then nothing. */
async function stalledStreams(count: number) {
  const stalled = Array.from({ length: count }, () => store.stream(long)[Symbol.asyncIterator]());
  const taken: number[] = [];
  for (const rows of stalled) taken.push((await rows.next()).value?.rowCount ?? 0);
  return stalled.map((rows, at) => ({ rows, taken: taken[at] ?? 0 }));
}

it("a short stream begins while the readers of all others have stopped, and none of those is ended", async () => {
  // Longer than a stalled stream is waited for, the first of them would be ended for the short one.
  for (let round = 0; round < 2; round += 1) {
    const stalled = await stalledStreams(4);
    const short: unknown[] = [];
    for await (const block of store.stream({ sql: "SELECT 1 AS one" })) short.push(...block.rows());
    expect(short).toEqual([{ one: 1 }]);
    for (const { rows, taken } of stalled) expect(taken + (await rowsOf(rows))).toBe(ROWS);
  }
});
