import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { importFile } from "./import-file";

/** Recorded conversations of an airline's agents: 50 tasks, four attempts at each, a reward of 0 or 1 for each. */
export const SAMPLE = resolve("../shared/data/airline-trajectories.json");
export const HAS_SAMPLE = existsSync(SAMPLE);
export const WITHOUT_SAMPLE = "the recorded airline conversations are not beside this folder";

/** Imports the recorded conversations; takes seconds. */
export const importSample = (serviceUrl: string, project: string): Promise<void> =>
  importFile(serviceUrl, project, SAMPLE);
