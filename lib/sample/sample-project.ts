import { v5 as uuidv5 } from "uuid";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";

/** The project of the sample: separate, so that it can be deleted as a whole. */
export const SAMPLE_PROJECT = "demo/sample-airline";

const SAMPLE_SEED = 20_261_120;

/** The namespace of the sample's ids, created once at random. */
const SAMPLE_IDS = "5a0c8a52-3d2b-4f4e-9b57-0d6f0c1e7a44";

/** The inputs that determine every byte of a sample, apart from the refs of its own objects. */
export interface SampleSpec {
  readonly projectId: string;
  readonly seed: number;
  /** The latest end of its newest call: the time of the request. */
  readonly endedAtMs: number;
  /** The number of its conversations. */
  readonly threadCount: number;
  /** The number of jobs that train its model. */
  readonly trainingSteps: number;
}

/** The size of the sample, and its distribution over seven days. A test compares these with the created sample. */
export const SAMPLE_FIGURES = { threads: 1_000, calls: 14_075, tableRows: 1_000, trainingSteps: 12 } as const;

/** Millions of bytes of JSON that are sent for it. */
export const SAMPLE_MEGABYTES = 25;

/** Calls of each three hours, and how many of them failed. */
export const SAMPLE_SHAPE = {
  calls: [
    128, 177, 185, 214, 212, 173, 249, 211, 184, 294, 243, 236, 214, 254, 170, 232, 230, 187, 226, 184, 211, 245, 242,
    158, 244, 285, 166, 220, 224, 266, 175, 205, 249, 287, 248, 211, 224, 298, 284, 263, 250, 271, 273, 227, 274, 222,
    329, 250, 326, 312, 268, 279, 392, 417, 450, 627,
  ],
  errors: [
    0, 1, 1, 0, 0, 1, 1, 1, 0, 6, 1, 4, 5, 0, 3, 0, 4, 1, 2, 1, 6, 1, 7, 0, 0, 1, 1, 3, 2, 6, 1, 2, 1, 5, 0, 5, 0, 4, 4,
    2, 4, 7, 17, 28, 16, 33, 7, 1, 8, 2, 0, 1, 4, 3, 2, 3,
  ],
} as const;

const DAY_MS = 86_400_000;
const SAMPLE_DAYS = 7;

/** Returns the time range of the whole sample with its outage: its last seven days, however long ago they are. */
export function sampleRange(endedAtMs: number, nowMs: number) {
  if (nowMs - endedAtMs < DAY_MS) return { t: `${SAMPLE_DAYS}d`, from: null, to: null };
  const iso = (timeMs: number) => new Date(timeMs).toISOString();
  return { t: null, from: iso(endedAtMs - SAMPLE_DAYS * DAY_MS), to: iso(endedAtMs) };
}

/** Returns the available sample, ending at a time. */
export function sampleSpec(endedAtMs: number): SampleSpec {
  return {
    projectId: SAMPLE_PROJECT,
    seed: SAMPLE_SEED,
    endedAtMs,
    threadCount: SAMPLE_FIGURES.threads,
    trainingSteps: SAMPLE_FIGURES.trainingSteps,
  };
}

/**
 * Returns an id of something in a sample. The same sample has the same ids, so that sending it again adds nothing; a
 * sample created at another time has other ids, since ids of deleted calls cannot be reused.
 */
export function sampleId({ projectId, seed, endedAtMs }: SampleSpec, what: string): string {
  return uuidv5(stringifyJson([projectId, seed, endedAtMs, what]), SAMPLE_IDS);
}

/** Refs of the objects that the calls of a sample name; available once the objects are stored. */
export interface SampleRefs {
  /** Returns the version of an op that an agent of this version ran, or null for one that was not published. */
  op(name: string, version: string): string | null;
  agent(version: string): string;
}
