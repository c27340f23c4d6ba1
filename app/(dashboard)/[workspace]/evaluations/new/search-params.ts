import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";

/** The URL params. The draft is kept in this browser. */
export const newEvaluationParams = {
  /** The evaluation that runs, or has run. */
  run: parseAsString,
  /** Versions of prompts that the form starts with: `support:DIGEST`. They leave the address when it has them. */
  prompt: parseAsNativeArrayOf(parseAsString),
  /** A run whose rows, prompt and scorers the form starts with, and runs whose models. They leave the address too. */
  like: parseAsString,
  model: parseAsNativeArrayOf(parseAsString),
  /** The dataset whose rows the form starts with: `faq:DIGEST`. It leaves the address too. */
  dataset: parseAsString,
  /** The name of rows that another page left in the session. It stays until they are stored. */
  carried: parseAsString,
  /** Whose marks are shown while it runs; the first scorer when absent. */
  scorer: parseAsString,
  rows: parseAsStringLiteral(["live", "errors"]).withDefault("live"),
};
