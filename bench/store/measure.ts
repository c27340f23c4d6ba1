import { readFileSync } from "node:fs";
import { quantile } from "@/bench/report/quantile";
import type { Store } from "@/service/traces/store/engine/store";

/** Bytes this process has caused to be written to storage. Linux only; NaN elsewhere. */
export function writtenBytes(): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Waits until the engine merges nothing, so that designs are compared in a settled state. */
export async function settle(store: Store, longestMs = 60_000): Promise<void> {
  const until = Date.now() + longestMs;
  let quiet = 0;
  while (quiet < 3 && Date.now() < until) {
    const [row] = await store.read<{ n: number }>({ sql: "SELECT count() AS n FROM system.merges" });
    quiet = row?.n === 0 ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function diskBytes(store: Store, tables: readonly string[]): Promise<{ bytes: number; parts: number }> {
  const sql =
    "SELECT sum(bytes_on_disk) AS bytes, count() AS parts FROM system.parts WHERE active AND table IN {tables:Array(String)}";
  const [row] = await store.read<{ bytes: number; parts: number }>({ sql, params: { tables } });
  return row ?? { bytes: 0, parts: 0 };
}

/** The median of `times` runs after one warm-up, in milliseconds. */
export async function medianMs(times: number, run: () => Promise<unknown>): Promise<number> {
  await run();
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const begun = performance.now();
    await run();
    taken.push(performance.now() - begun);
  }
  return quantile(taken, 0.5);
}
