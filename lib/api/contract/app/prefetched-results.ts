import type { AppResultOf } from "./app-operations";

/** What every page asks the dashboard for before it asks a service for anything. Each is a read without input. */
export const prefetchedOperationIds = ["session.current", "workspaces.list", "connections.list"] as const;

export type PrefetchedOperationId = (typeof prefetchedOperationIds)[number];

/** Answers that come with the page itself, and when they were read (milliseconds of the server's clock). */
export interface PrefetchedResults {
  readonly readAtMs: number;
  readonly answers: { readonly [Id in PrefetchedOperationId]?: AppResultOf<Id> };
}
