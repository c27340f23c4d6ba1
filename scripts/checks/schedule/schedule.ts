import { errorMessage } from "@/lib/guard/error-message";
import { type Counts, NO_COUNTS, oneFailure } from "@/scripts/checks/records/counts";

/** A part of the run. */
export interface Stage {
  readonly name: string;
  /** Names of the stages that must have succeeded before. */
  readonly needs: readonly string[];
  /** How many processes it keeps busy. */
  readonly workers: number;
  /** How long it takes, as recorded before: what is followed by the most work starts first. */
  readonly expectedMs: number;
  run(): Promise<Counts>;
}

export interface StageResult {
  readonly name: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly counts: Counts;
}

/** The time from the start of each stage to the end of everything that waits for it. */
function timesToEnd(stages: readonly Stage[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const timeToEnd = (stage: Stage): number => {
    const known = times.get(stage.name);
    if (known !== undefined) return known;
    // Ends a walk along stages that wait for each other, which never start.
    times.set(stage.name, stage.expectedMs);
    const after = stages.filter(({ needs }) => needs.includes(stage.name)).map(timeToEnd);
    const time = stage.expectedMs + Math.max(0, ...after);
    times.set(stage.name, time);
    return time;
  };
  for (const stage of stages) timeToEnd(stage);
  return times;
}

/** A stage that throws counts as one failure. */
async function counted(stage: Stage): Promise<Counts> {
  try {
    return await stage.run();
  } catch (error) {
    return oneFailure(`${stage.name}: ${errorMessage(error)}`);
  }
}

/**
 * Runs stages side by side, each as soon as those it needs have succeeded and enough workers are free; among those that
 * can start, the one first that is followed by the longest work. A stage after a failed one fails without running.
 *
 * @param maxWorkers of all running stages together; a stage with more runs alone.
 * @param onEnd called when a stage has ended.
 */
export async function runSchedule(
  stages: readonly Stage[],
  maxWorkers: number,
  onEnd: (result: StageResult) => void = () => undefined,
  now: () => number = () => performance.now(),
): Promise<readonly StageResult[]> {
  const toEnd = timesToEnd(stages);
  const waiting = new Set([...stages].sort((a, b) => (toEnd.get(b.name) ?? 0) - (toEnd.get(a.name) ?? 0)));
  const running = new Map<string, Promise<void>>();
  const results = new Map<string, StageResult>();
  let usedWorkers = 0;

  const end = (stage: Stage, startedAtMs: number, counts: Counts) => {
    const result = { name: stage.name, startedAtMs, endedAtMs: now(), counts };
    results.set(stage.name, result);
    onEnd(result);
  };

  const start = (stage: Stage) => {
    waiting.delete(stage);
    usedWorkers += stage.workers;
    const startedAtMs = now();
    const ended = counted(stage).then((counts) => {
      usedWorkers -= stage.workers;
      running.delete(stage.name);
      end(stage, startedAtMs, counts);
    });
    running.set(stage.name, ended);
  };

  while (waiting.size > 0 || running.size > 0) {
    for (const stage of waiting) {
      const before = stage.needs.map((name) => results.get(name));
      const failed = before.find((result) => result !== undefined && result.counts.failed > 0);
      if (failed !== undefined) {
        waiting.delete(stage);
        end(stage, now(), oneFailure(`${stage.name} did not run, since this failed: ${failed.name}`));
      } else if (before.every((result) => result !== undefined)) {
        if (usedWorkers === 0 || usedWorkers + stage.workers <= maxWorkers) start(stage);
      }
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (waiting.size > 0 && ![...waiting].some(({ needs }) => needs.every((name) => results.has(name)))) {
      const names = [...waiting].map(({ name }) => name).join(", ");
      throw new Error(`These stages wait for stages that do not exist, or for each other: ${names}`);
    }
  }
  return stages.flatMap(({ name }) => results.get(name) ?? []);
}

/** A stage without tests: it fails when its function throws. */
export const step = (stage: Omit<Stage, "run">, run: () => unknown): Stage => ({
  ...stage,
  run: async () => {
    await run();
    return NO_COUNTS;
  },
});
