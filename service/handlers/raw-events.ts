/**
 * Server-sent events that are already text: a response for clients that requested a stream where others accept JSON.
 */
export class RawEvents {
  constructor(readonly text: string) {}
}
