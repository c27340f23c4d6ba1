import { LRUCache } from "lru-cache";
import { chunksOf } from "@/service/concurrency/chunks";
import { SharedWork } from "@/service/concurrency/shared-work";
import { NotFoundError } from "@/service/errors/service-errors";
import type { Services } from "@/service/handlers/handler";
import type { Store } from "@/service/store/engine/store";
import { readTrialsVersion } from "@/service/store/evaluations/trial-calls";
import { type ListedRun, listRuns } from "./list-runs";
import { loadTrials } from "./load-trials";
import type { RunTrials } from "./run-trials";

/** Trials that are kept in memory, about 0.5 kB each. */
const MAX_KNOWN_TRIALS = 250_000;
/** Runs that are read at the same time: more would only share the same processors, and hold their rows twice. */
const RUNS_AT_ONCE = 2;
/** Calls below a trial may arrive some seconds after the end of the run. */
const MIN_SETTLED_MS = 60_000;

interface KnownRun {
  readonly version: string;
  readonly trials: RunTrials;
}

/** A run with its trials. */
export interface LoadedRun extends ListedRun {
  readonly trials: RunTrials;
}

/** The runs of one store. */
interface KnownRuns {
  readonly runs: LRUCache<string, KnownRun>;
  /** A page asks for figures, a comparison and rows of the same runs at once. */
  readonly reading: SharedWork<RunTrials>;
}

const knownRuns = new WeakMap<Store, KnownRuns>();

function knownOf(store: Store): KnownRuns {
  const known = knownRuns.get(store) ?? {
    runs: new LRUCache<string, KnownRun>({
      maxSize: MAX_KNOWN_TRIALS,
      sizeCalculation: ({ trials }) => 1 + trials.trials.length,
    }),
    reading: new SharedWork<RunTrials>(),
  };
  knownRuns.set(store, known);
  return known;
}

type Sources = Pick<Services, "store" | "objects" | "tables"> & { readonly signal: AbortSignal };

/**
 * Returns runs with their trials, in the order of the ids. Trials of ended runs are kept in memory and read again when a
 * trial was added or deleted since.
 * @throws NotFoundError for an id that is not a run of the project
 */
export async function loadRuns(sources: Sources, projectId: string, ids: readonly string[]): Promise<LoadedRun[]> {
  const page = { ids: [...new Set(ids)], limit: ids.length, offset: 0, hasProgress: false };
  const { runs } = await listRuns(sources, projectId, page);
  const listed = new Map(runs.map((run) => [run.root.id, run]));
  const wanted = ids.map((id) => {
    const run = listed.get(id);
    if (run === undefined) throw new NotFoundError(`Evaluation run ${id} not found`);
    return run;
  });
  const loaded: LoadedRun[] = [];
  for (const some of chunksOf(wanted, RUNS_AT_ONCE)) {
    loaded.push(
      ...(await Promise.all(some.map(async (run) => ({ ...run, trials: await trialsOf(sources, projectId, run) })))),
    );
  }
  return loaded;
}

async function trialsOf(sources: Sources, projectId: string, run: ListedRun): Promise<RunTrials> {
  const endedAt = run.run.ended_at;
  if (endedAt === null || Date.now() - Date.parse(endedAt) < MIN_SETTLED_MS) return loadTrials(sources, projectId, run);
  const known = knownOf(sources.store);
  const name = `${projectId}\n${run.root.id}`;
  const version = await readTrialsVersion(sources.store, projectId, run.root, sources.signal);
  const last = known.runs.get(name);
  if (last?.version === version) return last.trials;
  const trials = await known.reading.run(`${name}\n${version}`, sources.signal, (signal) =>
    loadTrials({ ...sources, signal }, projectId, run),
  );
  known.runs.set(name, { version, trials });
  return trials;
}
