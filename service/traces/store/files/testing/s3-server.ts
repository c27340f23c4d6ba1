import { mkdtempSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import S3rver, { type ObjectFolder, type RequestContext } from "@20minutes/s3rver";

/** A server that speaks S3, with one empty bucket, on a port and a folder of its own. */
export interface S3Server {
  /** The address of the bucket, with a prefix, as `HEDDLE_BLOBS` names it. */
  readonly address: string;
  /** The folder in which the objects of the bucket are. */
  readonly folder: string;
  /** The variables with which a client reaches it. */
  readonly variables: Readonly<Record<"AWS_ENDPOINT_URL_S3" | "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY", string>>;
  close(): Promise<void>;
}

const BUCKET = "heddle-test";
/** The only user of the server. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), "heddle-objects-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  server.middleware.unshift(signWithLastSlash);
  changeOneAtATime(server.store);
  replaceWhole(server.store);
  const { port } = await server.run();
  return {
    address: `s3://${BUCKET}/test`,
    folder: join(folder, BUCKET),
    variables: { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The server removes empty folders while it creates others in them and while it lists them, so that requests fail. It also
 * encrypts the token of a listing's next page in a way that Node no longer has: listings have one page.
 */
function changeOneAtATime(store: ObjectFolder): void {
  const { listObjects, putObject, deleteObject } = store;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
  store.listObjects = (bucket, options) =>
    inTurn(() => listObjects.call(store, bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY }));
  store.putObject = (object) => inTurn(() => putObject.call(store, object));
  store.deleteObject = (bucket, key) => inTurn(() => deleteObject.call(store, bucket, key));
}

/**
 * The server writes over an object in place, and answers for small ones before they are written, so that readers see a
 * part of it. In S3 an object is there whole or not at all.
 */
function replaceWhole(store: ObjectFolder): void {
  const { putContent } = store;
  store.putContent = async (path, content) => {
    const part = `${path}.part`;
    const written = await putContent.call(store, part, Buffer.isBuffer(content) ? Readable.from([content]) : content);
    await rename(part, path);
    return written;
  };
}

/**
 * The server computes the signature of a request to a bucket over `/bucket`, and current clients over `/bucket/`. It
 * builds the path from these members.
 */
function signWithLastSlash(context: RequestContext, next: () => Promise<void>): Promise<void> {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.mountPath = "/";
    Object.defineProperty(context.state, "vhost", { get: () => true, set: () => undefined });
  }
  return next();
}
