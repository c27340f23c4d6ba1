import { inject, type TestContext } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** "long" in `npm run test:long`. */
    testLength: "quick" | "long";
  }
  interface TaskMeta {
    /** Figures of a test, which `npm run test:long` prints as a table. */
    figures?: Readonly<Record<string, string | number>>;
  }
}

/** True in `npm run test:long`: the same tests, with larger numbers. */
export const isLong = inject("testLength") === "long";

/** Returns the number for this run. */
export function scaled(quick: number, long: number): number {
  return isLong ? long : quick;
}

/** Adds figures to the test's own. */
export function noteFigures({ task }: Pick<TestContext, "task">, figures: Readonly<Record<string, string | number>>) {
  task.meta.figures = { ...task.meta.figures, ...figures };
}
