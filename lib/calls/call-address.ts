/** A call and where it is read. */
export interface CallPlace {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
}
