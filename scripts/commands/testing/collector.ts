import { Writable } from "node:stream";

/** A stream that a command writes to, and the text that it received. */
export function collector() {
  const texts: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => texts.join("") };
}
