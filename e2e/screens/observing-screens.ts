import type { Screen } from "./screen";

/** Overview, traces, threads, comparisons and search. */
export const observingScreens: readonly Screen[] = [
  {
    name: "Traces",
    place: "sample",
    path: "traces?t=all",
    shows: (page) => page.getByRole("grid", { name: "Traces" }).getByRole("row").nth(5),
  },
  {
    name: "Traces, a service that fails",
    place: "failing",
    path: "traces?t=all",
    shows: (page) => page.getByText(/the disk is on fire/),
    expected: /^5\d\d /,
  },
];
