import { type CallsSelection, compileSelection } from "./calls-query";

/** Returns the calls of a selection wherever they come from, to count them by source. */
export function callsOfAnySource({ fromMs, toMs, ...selection }: CallsSelection) {
  const { filter, query } = compileSelection({ ...selection, source: "all", fromMs: null, toMs: null });
  return {
    project_id: selection.projectId,
    filter,
    ...(query === undefined ? {} : { query }),
    after: fromMs === null ? null : new Date(fromMs).toISOString(),
    // The end of a list's range is part of it.
    before: toMs === null ? null : new Date(toMs + 1).toISOString(),
  };
}
