/** Where conversations are read. */
export interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}
