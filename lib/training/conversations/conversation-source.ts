/** Where conversations are read. */
export interface ReadPlace {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}
