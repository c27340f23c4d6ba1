/** The project and connection that conversations are read from. */
export interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}
