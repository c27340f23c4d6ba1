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
}

/** The size of the sample, and its distribution over seven days. A test compares these with the created sample. */
export const SAMPLE_FIGURES = { threads: 1_000, calls: 13_973, tableRows: 1_000 } as const;

/** Millions of bytes of JSON that are sent for it. */
export const SAMPLE_MEGABYTES = 26;

/** Calls of each three hours, and how many of them failed. */
export const SAMPLE_SHAPE = {
  calls: [
    232, 266, 266, 132, 292, 298, 160, 202, 325, 172, 256, 235, 254, 118, 233, 224, 148, 202, 238, 282, 118, 134, 132,
    213, 202, 324, 187, 344, 298, 226, 239, 283, 184, 136, 214, 311, 126, 240, 158, 212, 299, 212, 194, 176, 215, 276,
    219, 358, 373, 330, 399, 226, 455, 465, 418, 542,
  ],
  errors: [
    4, 3, 3, 0, 2, 6, 3, 1, 5, 2, 2, 4, 6, 4, 4, 0, 4, 3, 3, 4, 1, 1, 0, 3, 2, 1, 3, 1, 3, 1, 2, 7, 2, 1, 1, 4, 0, 3, 3,
    1, 3, 1, 20, 18, 29, 22, 2, 3, 4, 3, 6, 0, 5, 4, 6, 6,
  ],
} as const;

/** Returns the available sample, ending at a time. */
export function sampleSpec(endedAtMs: number): SampleSpec {
  return { projectId: SAMPLE_PROJECT, seed: SAMPLE_SEED, endedAtMs, threadCount: SAMPLE_FIGURES.threads };
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
