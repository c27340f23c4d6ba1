/** Server-sent events that are text already: an answer to clients that asked for a stream where others take JSON. */
export class RawEvents {
  constructor(readonly text: string) {}
}
