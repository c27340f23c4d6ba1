import type { Screen } from "./screen";

/** Objects, tables, costs and the start page. */
export const storedScreens: readonly Screen[] = [];
