import type { Screen } from "./screen";

/** Models, jobs, checkpoints, runs, rollouts and the arena. */
export const trainingScreens: readonly Screen[] = [];
