import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from "@tanstack/react-query";

/**
 * A query client whose `invalidateQueries` also restarts first reads. The library lets a read without earlier data
 * finish, and marks its result as current, although the read may have begun before the change that it must show.
 */
export class RenewingQueryClient extends QueryClient {
  override invalidateQueries(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}): Promise<void> {
    if (filters.refetchType !== "none") {
      const isChosen = filters.predicate ?? (() => true);
      // Silently: callers that wait for the cancelled read get the result of the next one, which starts at once.
      void this.cancelQueries(
        { ...filters, predicate: (query) => isActiveFirstRead(query) && isChosen(query) },
        { silent: true, revert: false },
      );
    }
    return super.invalidateQueries(filters, options);
  }
}

const isActiveFirstRead = (query: Query) =>
  query.state.data === undefined && query.state.fetchStatus !== "idle" && query.isActive() && !query.isStatic();
