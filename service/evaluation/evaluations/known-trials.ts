import { LRUCache } from "lru-cache";
import { SharedWork } from "@/service/kernel/concurrency/shared-work";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Services } from "@/service/traces/handlers/handler";
import type { Store } from "@/service/traces/store/engine/store";
import { readLoggedSummaries } from "@/service/traces/store/evaluations/evaluation-roots";
import { readTrialVersions } from "@/service/traces/store/evaluations/trial-calls";
import { CostCounter } from "@/service/traces/store/figures/usage-costs";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { type ListedRun, listRuns } from "./list-runs";
import { loadTrials, type SharedReads } from "./load-trials";
import type { RunTrials } from "./run-trials";

/** Trials that are kept in memory, about 0.5 kB each. */
const MAX_KNOWN_TRIALS = 250_000;
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
  const versions = await readTrialVersions(
    sources.store,
    projectId,
    wanted.filter(isSettled).map(({ root }) => root),
    sources.signal,
  );
  const loader = new TrialLoader(sources, projectId, wanted, versions);
  return await Promise.all(wanted.map(async (run) => ({ ...run, trials: await loader.trialsOf(run) })));
}

/** True for a run whose trials are kept in memory. */
const isSettled = ({ run }: ListedRun): boolean =>
  run.ended_at !== null && Date.now() - Date.parse(run.ended_at) >= MIN_SETTLED_MS;

/** Returns the trials of some runs of a project, from memory where they have not changed. */
class TrialLoader {
  readonly #sources: Sources;
  readonly #projectId: string;
  readonly #runs: readonly ListedRun[];
  /** Of settled runs. */
  readonly #versions: ReadonlyMap<string, string>;
  #shared: Promise<SharedReads> | null = null;

  constructor(sources: Sources, projectId: string, runs: readonly ListedRun[], versions: ReadonlyMap<string, string>) {
    this.#sources = sources;
    this.#projectId = projectId;
    this.#runs = runs;
    this.#versions = versions;
  }

  async trialsOf(run: ListedRun): Promise<RunTrials> {
    const version = this.#versions.get(run.root.id);
    const { signal } = this.#sources;
    if (version === undefined) {
      return await loadTrials(this.#sources, this.#projectId, run, await this.#sharedReads());
    }
    const known = knownOf(this.#sources.store);
    const name = `${this.#projectId}\n${run.root.id}`;
    const last = known.runs.get(name);
    if (last?.version === version) return last.trials;
    // Read before the work begins: others who wait for the work stay when this request is given up.
    const shared = await this.#sharedReads();
    const trials = await known.reading.run(`${name}\n${version}`, signal, (workSignal) =>
      loadTrials({ ...this.#sources, signal: workSignal }, this.#projectId, run, shared),
    );
    known.runs.set(name, { version, trials });
    return trials;
  }

  #sharedReads(): Promise<SharedReads> {
    this.#shared ??= this.#readShared();
    return this.#shared;
  }

  async #readShared(): Promise<SharedReads> {
    const { store, signal } = this.#sources;
    const [prices, summaries] = await Promise.all([
      readProjectPrices(store, this.#projectId, { signal }),
      readLoggedSummaries(
        store,
        this.#projectId,
        this.#runs.map(({ root }) => root),
        signal,
      ),
    ]);
    return { costs: new CostCounter(prices), summaries };
  }
}
