import { LRUCache } from "lru-cache";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { Services } from "@/service/traces/handlers/handler";
import { readRows, readRowValues } from "@/service/traces/store/tables/table-reader";
import type { LoadedRun } from "./known-trials";

type Sources = Pick<Services, "store" | "tables"> & { readonly signal: AbortSignal };

/** Digests in one look-up. */
const DIGESTS_PER_READ = 1000;

/** Returns the JSON text of examples by digest; those whose row was deleted are absent. */
export async function readExampleTexts(
  { store, tables, signal }: Sources,
  projectId: string,
  runs: readonly LoadedRun[],
  digests: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const inRows: string[] = [];
  for (const digest of new Set(digests)) {
    const inline = runs.map(({ trials }) => trials.inlineExamples.get(digest)).find((text) => text !== undefined);
    if (inline === undefined) inRows.push(digest);
    else texts.set(digest, inline);
  }
  for (let at = 0; at < inRows.length; at += DIGESTS_PER_READ) {
    const rows = await tables.rows.find(projectId, inRows.slice(at, at + DIGESTS_PER_READ), signal);
    const values = await readRowValues(
      store,
      projectId,
      [...rows.values()].map(({ rowId }) => rowId),
      signal,
    );
    for (const [digest, { rowId }] of rows) {
      const text = values.get(rowId);
      if (text !== undefined) texts.set(digest, text);
    }
  }
  return texts;
}

/** Returns the JSON text of all examples of a run: a table of a dataset is read in one pass. */
export async function readAllExampleTexts(
  sources: Sources,
  projectId: string,
  run: LoadedRun,
): Promise<ReadonlyMap<string, string>> {
  const { store, signal } = sources;
  const table = tableKeyOf(run);
  const texts = new Map<string, string>();
  if (table !== null) {
    const selection = { projectId, digest: table, rowDigests: null, sortBy: [], limit: null, offset: 0 };
    const yielder = new EventLoopYielder();
    for await (const rows of readRows(store, selection, signal)) {
      for (const { digest, val } of rows) if (run.trials.byExample.has(digest)) texts.set(digest, val);
      await yielder.yieldToEventLoop();
    }
  }
  const missing = [...run.trials.byExample.keys()].filter((digest) => !texts.has(digest));
  const rest = await readExampleTexts(sources, projectId, [run], missing);
  return new Map([...texts, ...rest]);
}

/** Returns the digest of the table that holds a run's examples; null for a logger's, which holds only a name. */
function tableKeyOf({ run }: LoadedRun): string | null {
  return run.dataset_row_count === null || run.dataset_state !== "stored" ? null : run.dataset_key;
}

/** Tables whose positions are kept: a table never changes. */
const MAX_KNOWN_TABLES = 20;

const knownPositions = new WeakMap<Services["tables"], LRUCache<string, ReadonlyMap<string, number>>>();

/** Returns the positions of a run's examples in its dataset; empty where it has none. */
export async function readPositions(
  { tables }: Sources,
  projectId: string,
  run: LoadedRun,
): Promise<ReadonlyMap<string, number>> {
  const table = tableKeyOf(run);
  if (table === null) return new Map();
  const known = knownPositions.get(tables) ?? new LRUCache({ max: MAX_KNOWN_TABLES });
  knownPositions.set(tables, known);
  const name = `${projectId} ${table}`;
  const positions = known.get(name) ?? positionsOf((await tables.items(projectId, table)) ?? []);
  known.set(name, positions);
  return positions;
}

/** A row that occurs twice is at its first position. */
function positionsOf(rows: readonly { readonly digest: string }[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [position, { digest }] of rows.entries()) if (!positions.has(digest)) positions.set(digest, position);
  return positions;
}
