import type { RequestOf } from "@/lib/api/contract/operations";
import type { RunEntry, SavedRunRollout } from "./run-entry";

export type RunRequest = RequestOf<"trainingRuns.log">;
type LoggedRequestIteration = NonNullable<RunRequest["iterations"]>[number];
type LoggedRequestRollout = NonNullable<RunRequest["rollouts"]>[number];

/** The run that requests belong to. */
export type RunTarget = Pick<RunRequest, "project_id" | "run">;

/** Well below the limits of a request, so that each is stored in a moment. */
const MAX_ROLLOUTS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;

/** Gives rollouts their places in their groups, so that the rollouts of an iteration can be sent in parts. */
export class GroupPlaces {
  readonly #counts = new Map<string, number>();

  next({ task, messages }: SavedRunRollout): number {
    const group = task ?? JSON.stringify(messages);
    const place = this.#counts.get(group) ?? 0;
    this.#counts.set(group, place + 1);
    return place;
  }
}

/** Returns requests that store rollouts of an iteration, each of at most 1,000 rollouts and about 8 MiB. */
export function rolloutRequests(
  target: RunTarget,
  iteration: number,
  rollouts: readonly SavedRunRollout[],
  places: GroupPlaces,
): readonly RunRequest[] {
  const requests: LoggedRequestRollout[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const { stepsBehind, weightVersion, ...one } of rollouts) {
    const trained = iteration - 1;
    const sampled = weightVersion ?? trained - (stepsBehind ?? Number.POSITIVE_INFINITY);
    // Newer weights than those that are trained are of another count.
    const version = sampled < 0 || sampled > trained ? {} : { weight_version: sampled };
    const rollout = { ...one, rollout: places.next(one), ...version };
    const length = JSON.stringify(rollout).length;
    if (bytes + length > MAX_BYTES || (requests.at(-1)?.length ?? 0) >= MAX_ROLLOUTS) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(rollout);
    bytes += length;
  }
  // The files of rollouts say no time. Without this member, the service would take that of the import.
  return requests.map((part) => ({ ...target, iteration, rollouts: part, at: null }));
}

/** The metrics of an iteration, and when it ended: null where the files do not say. */
export interface SavedIteration {
  readonly iteration: number;
  readonly metrics: NonNullable<LoggedRequestIteration["metrics"]>;
  readonly at: string | null;
}

const MAX_ITERATIONS = 1000;

/** Returns requests that store the metrics of iterations, each of at most 1,000 iterations and about 8 MiB. */
export function metricRequests(target: RunTarget, iterations: readonly SavedIteration[]): readonly RunRequest[] {
  const requests: SavedIteration[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of iterations) {
    const length = JSON.stringify(one).length;
    if (bytes + length > MAX_BYTES || (requests.at(-1)?.length ?? 0) >= MAX_ITERATIONS) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(one);
    bytes += length;
  }
  return requests.map((part) => ({ ...target, iterations: part }));
}

/**
 * Returns whether a program counts the steps of its training from 0. Metrics of validation may precede the first step of
 * a program that counts from 1.
 */
export function isTrainingStepZero({ step, metrics, rollouts }: RunEntry): boolean {
  return step === 0 && (rollouts.length > 0 || Object.keys(metrics).some((name) => !/^(val|eval)/.test(name)));
}
