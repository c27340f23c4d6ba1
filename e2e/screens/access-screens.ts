import type { Screen } from "./screen";

/** Sign-in, settings, shared pages, imports and the first steps. */
export const accessScreens: readonly Screen[] = [];
