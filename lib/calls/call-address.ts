/** A call and where it is read. */
export interface CallAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
}
