/** A call and the workspace that it is read in. */
export interface CallAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
}
