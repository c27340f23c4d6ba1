import { describe, it } from "vitest";
import type { PythonEnvironment } from "./python-environment";

/** Describes tests that need Python; without it they are skipped, and the reason is their title. */
export function describeWith(
  name: string,
  python: PythonEnvironment | { readonly missing: string },
  tests: (python: PythonEnvironment) => void,
): void {
  if ("missing" in python) describe(name, () => it.skip(`needs Python and its packages: ${python.missing}`));
  else describe(name, () => tests(python));
}
