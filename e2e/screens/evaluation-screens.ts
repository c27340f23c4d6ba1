import type { Screen } from "./screen";

/** Evaluations, leaderboards, monitors, review queues, the playground and prompts. */
export const evaluationScreens: readonly Screen[] = [];
