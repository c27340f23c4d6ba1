import { inject, type TestContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** "once" in `npm test`, "long" in `npm run test:long`, and otherwise "all". */
    testLength: "once" | "all" | "long";
  }
  interface TaskMeta {
    /** Figures of a test, which `npm run test:long` prints as a table. */
    figures?: Readonly<Record<string, string | number>>;
  }
}

const length = inject("testLength");

/** True in `npm run test:long`: the same tests, with larger numbers. */
export const isLong = length === "long";

/** Returns the number for this run. */
export function scaled(quick: number, long: number): number {
  return isLong ? long : quick;
}

/** Returns what this run uses: the least that shows the guarantee, more in `npm run test:all`, most in `npm run test:long`. */
export function sized<Value>({ once, all, long = all }: { once: Value; all: Value; long?: Value }): Value {
  return { once, all, long }[length];
}

/**
 * Returns rows of a table of tests: all of them, and in `npm test` the first ones, of which the others are variations.
 */
export function firstOnce<Row extends readonly [unknown, ...unknown[]]>(
  count: number,
  rows: readonly Row[],
): readonly Row[] {
  return length === "once" ? rows.slice(0, count) : rows;
}

/** Adds figures to the test's own. */
export function noteFigures({ task }: Pick<TestContext, "task">, figures: Readonly<Record<string, string | number>>) {
  task.meta.figures = { ...task.meta.figures, ...figures };
}
