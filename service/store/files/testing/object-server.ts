import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver, { type RequestContext } from "@20minutes/s3rver";
import { vi } from "vitest";
import { readBlobAddress } from "@/service/store/files/blob-address";
import { Bucket } from "@/service/store/files/bucket";

/** An object server of a test, on a port and a folder of its own. */
export interface ObjectServer {
  /** The address of an empty bucket, as `HEDDLE_BLOBS` names it. */
  readonly address: string;
  /** The folder in which the server stores the objects; null for a server that is not started here. */
  readonly folder: string | null;
  openBucket(): Promise<Bucket>;
  close(): Promise<void>;
}

const BUCKET = "heddle-test";
/** The only user of the server. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

function use(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

/**
 * Starts an object server and sets the AWS variables for it. `HEDDLE_TEST_BLOBS` names a bucket of another server, whose
 * variables are set already; the tests use a prefix of their own in it.
 */
export async function startObjectServer(): Promise<ObjectServer> {
  const given = process.env.HEDDLE_TEST_BLOBS;
  if (given !== undefined) return withBucket(`${given}/${crypto.randomUUID()}`, null, async () => undefined);
  const folder = mkdtempSync(join(tmpdir(), "heddle-objects-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  server.middleware.unshift(signWithLastSlash);
  const { port } = await server.run();
  use({ ...CREDENTIALS, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` });
  return withBucket(`s3://${BUCKET}/test`, join(folder, BUCKET), async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
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

function withBucket(address: string, folder: string | null, stop: () => Promise<void>): ObjectServer {
  const opened: Bucket[] = [];
  return {
    address,
    folder,
    async openBucket() {
      const bucket = await Bucket.open(readBlobAddress(address));
      opened.push(bucket);
      return bucket;
    },
    async close() {
      for (const bucket of opened) bucket.close();
      await stop();
      vi.unstubAllEnvs();
    },
  };
}
