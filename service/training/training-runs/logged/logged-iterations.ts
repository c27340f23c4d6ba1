import type { LoggedMetrics } from "@/lib/api/contract/training-runs/logged-runs";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { LoggedSums } from "./logged-sums";

/** An iteration to be stored: its metrics, and the sums over its rollouts where rollouts came with it. */
export interface IterationUpdate extends Pick<LoggedMetrics, "iteration" | "metrics"> {
  /** When it ended: null where the program's files do not say. Without it, the time of the request. */
  readonly at?: string | null;
  readonly sums?: LoggedSums | null;
  /** True if rollouts of another pass over the iteration were replaced. */
  readonly isRepeated?: boolean;
}

type Metrics = Readonly<Record<string, number>>;
type Update = IterationUpdate["metrics"];

interface StoredIteration {
  readonly metrics: Metrics;
  readonly sums: string | null;
  readonly at: string | null;
}

/** SQLite limits the parameters of a statement. */
const ROWS_PER_STATEMENT = 100;

const withoutNulls = (metrics: Update): Metrics =>
  Object.fromEntries(Object.entries(metrics).filter((entry): entry is [string, number] => entry[1] !== null));

function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += ROWS_PER_STATEMENT) yield items.slice(at, at + ROWS_PER_STATEMENT);
}

async function readStored(
  state: ServiceState,
  runId: string,
  iterations: readonly number[],
): Promise<Map<number, StoredIteration>> {
  const stored = new Map<number, StoredIteration>();
  for (const part of partsOf([...new Set(iterations)])) {
    const rows = await state
      .selectFrom("logged_iteration")
      .select(["iteration", "metrics", "sums", "at"])
      .where("run_id", "=", runId)
      .where("iteration", "in", part)
      .execute();
    for (const { iteration, metrics, sums, at } of rows)
      stored.set(iteration, { metrics: JSON.parse(metrics) as Metrics, sums, at });
  }
  return stored;
}

/** True if a metric gets another value than it has. A metric that only comes later changes nothing. */
const changes = (stored: Metrics, update: Update): boolean =>
  Object.entries(update).some(
    ([name, value]) => value !== null && Object.hasOwn(stored, name) && stored[name] !== value,
  );

const storedTime = (at: string | null | undefined, before: string | null): string | null => {
  if (at === undefined) return before;
  // Another file of the iteration may have said its time.
  return at ?? (before || "");
};

/**
 * Stores iterations in the order in which they ended; metrics are merged by name.
 *
 * @param last the iteration that was stored last
 * @returns the iterations at which the program began again: earlier than the one before, with other values than before
 */
export async function storeIterations(
  state: ServiceState,
  runId: string,
  updates: readonly IterationUpdate[],
  last: number,
  now: string,
): Promise<readonly number[]> {
  const stored = await readStored(
    state,
    runId,
    updates.map(({ iteration }) => iteration),
  );
  const changed = new Set<number>();
  const restarts: number[] = [];
  let before = last;
  for (const { iteration, metrics, at, sums, isRepeated = false } of updates) {
    const known = stored.get(iteration);
    if (known && iteration < before && (isRepeated || changes(known.metrics, metrics))) restarts.push(iteration);
    before = iteration;
    changed.add(iteration);
    stored.set(iteration, {
      metrics: withoutNulls({ ...known?.metrics, ...metrics }),
      sums: sums === undefined ? (known?.sums ?? null) : sums && JSON.stringify(sums),
      at: storedTime(at, known?.at ?? null),
    });
  }
  const rows = [...changed].map((iteration) => {
    const { metrics = {}, sums = null, at = null } = stored.get(iteration) ?? {};
    return {
      ...{ run_id: runId, iteration, metrics: JSON.stringify(metrics), sums, at },
      ...{ started_at: now, updated_at: now },
    };
  });
  for (const part of partsOf(rows)) {
    await state
      .insertInto("logged_iteration")
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(["run_id", "iteration"]).doUpdateSet(({ ref }) => ({
          metrics: ref("excluded.metrics"),
          sums: ref("excluded.sums"),
          at: ref("excluded.at"),
          updated_at: ref("excluded.updated_at"),
        })),
      )
      .execute();
  }
  return restarts;
}
