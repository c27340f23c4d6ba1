import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const RECORDED = resolve("test/recordings/recorded");

const MEDIA: Readonly<Record<string, string>> = { pb: "application/x-protobuf", json: "application/json" };

/** One request of a recorded client, to be sent to `/otel/v1/<signal>` with its content type. */
export interface RecordedRequest {
  readonly file: string;
  readonly signal: string;
  readonly contentType: string;
  readonly body: Buffer;
}

/** The names of the recordings: a client and its release. */
export const recordings: readonly string[] = readdirSync(RECORDED);

/** The files of a recording, in the order in which they were received. */
export const filesOf = (recording: string): readonly string[] =>
  readdirSync(join(RECORDED, recording)).map((file) => join(RECORDED, recording, file));

/** The requests of a recording, in the order in which they were received. */
export const requestsOf = (recording: string): readonly RecordedRequest[] =>
  filesOf(recording).map((file) => {
    const [, signal = "", type = ""] = /-(\w+)\.(\w+)$/.exec(file) ?? [];
    return { file, signal, contentType: MEDIA[type] ?? "", body: readFileSync(file) };
  });
