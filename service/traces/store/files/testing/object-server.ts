import { vi } from "vitest";
import { readBlobAddress } from "@/service/traces/store/files/blob-address";
import { Bucket } from "@/service/traces/store/files/bucket";
import { startS3Server } from "./s3-server";

/** An object server of a test, on a port and a folder of its own. */
export interface ObjectServer {
  /** The address of an empty bucket, as `HEDDLE_BLOBS` names it. */
  readonly address: string;
  /** The folder in which the server stores the objects; null for a server that is not started here. */
  readonly folder: string | null;
  openBucket(): Promise<Bucket>;
  close(): Promise<void>;
}

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
  const server = await startS3Server();
  use(server.variables);
  return withBucket(server.address, server.folder, () => server.close());
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
