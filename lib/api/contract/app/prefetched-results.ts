import type { AppResultOf } from "./app-operations";

/** The operations that every page calls first. Each is a read without input. */
export const prefetchedOperationIds = ["session.current", "workspaces.list", "connections.list"] as const;

export type PrefetchedOperationId = (typeof prefetchedOperationIds)[number];

/** Results that are delivered with the page, and when they were read (milliseconds of the server's clock). */
export interface PrefetchedResults {
  readonly readAtMs: number;
  readonly answers: { readonly [Id in PrefetchedOperationId]?: AppResultOf<Id> };
}
