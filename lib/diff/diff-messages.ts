import type { DiffMode } from "./compare-values";
import type { LineRun } from "./line-diff";

/** Which text of the two. */
export type TextSide = "left" | "right";

/** Messages to the worker: the two JSON texts piece by piece, then the parts to compare. */
export type ToDiffWorker =
  | { readonly kind: "piece"; readonly side: TextSide; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: "compare";
      readonly mode: DiffMode;
      /** The members that lead from each text's root to the value. */
      readonly path: readonly string[];
    };

/**
 * Messages from the worker: both sides' lines, then the runs. Each is sent alone, so that the page handles one at a
 * time.
 */
export type FromDiffWorker =
  | {
      readonly kind: "lines";
      readonly side: TextSide;
      readonly text: string;
      readonly ends: Int32Array<ArrayBuffer>;
    }
  | { readonly kind: "runs"; readonly numbers: Int32Array<ArrayBuffer> }
  | { readonly kind: "problem"; readonly message: string };

const NUMBERS_OF_A_RUN = 5;

/** One array of numbers is transferred at once; a hundred thousand objects are not. */
export function packRuns(runs: readonly LineRun[]): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(runs.length * NUMBERS_OF_A_RUN);
  runs.forEach(({ isSame, left, leftCount, right, rightCount }, index) => {
    numbers.set([isSame ? 1 : 0, left, leftCount, right, rightCount], index * NUMBERS_OF_A_RUN);
  });
  return numbers;
}

export function unpackRuns(numbers: Int32Array): readonly LineRun[] {
  const numberAt = (index: number) => numbers[index] ?? 0;
  return Array.from({ length: numbers.length / NUMBERS_OF_A_RUN }, (_, index) => {
    const at = index * NUMBERS_OF_A_RUN;
    return {
      isSame: numberAt(at) === 1,
      left: numberAt(at + 1),
      leftCount: numberAt(at + 2),
      right: numberAt(at + 3),
      rightCount: numberAt(at + 4),
    };
  });
}
