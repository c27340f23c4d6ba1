/** Where a watch leads to; null where the address of the dashboard is not known. */
export type WatchLink = (projectId: string, watchId: string) => string | null;
