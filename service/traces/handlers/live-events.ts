/** Server-sent events that arrive while they are sent: a response for clients that requested a stream. */
export class LiveEvents {
  constructor(readonly events: ReadableStream<Uint8Array>) {}
}
