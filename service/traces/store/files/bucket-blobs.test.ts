import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readBlobAddress } from "./blob-address";
import type { StagedBlob } from "./blob-store";
import { Bucket } from "./bucket";
import { BucketBlobs } from "./bucket-blobs";
import { openBucket } from "./open-blobs";
import { describeBlobStore } from "./testing/blob-store.suite";
import { type ObjectServer, startObjectServer } from "./testing/object-server";

let server: ObjectServer;
let folder: string;
let bucket: Bucket;
let blobs: BucketBlobs;

beforeAll(async () => {
  server = await startObjectServer();
  folder = mkdtempSync(join(tmpdir(), "heddle-staging-"));
  bucket = await server.openBucket();
  blobs = await BucketBlobs.open(bucket, "files/", join(folder, "incoming"));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keep(content: string): Promise<StagedBlob> {
  const blob = await blobs.stage(new Blob([content]).stream());
  await blob.keep();
  return blob;
}

/** Files of the object server with this content, as it stores them. */
function storedFiles(content: string): string[] {
  return readdirSync(server.folder ?? "", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, "utf8") === content);
}

describe("blobs in a bucket", () => {
  describeBlobStore(() => ({ blobs, unfinished: () => readdirSync(join(folder, "incoming")).length }));

  it("use names below the prefix and their own folder", async () => {
    const { name } = await keep("named");
    const all = await Bucket.open({ ...readBlobAddress(server.address), prefix: "" });
    const { prefix } = readBlobAddress(server.address);
    expect(await all.keys("")).toContain(`${prefix}files/${name.slice(0, 2)}/${name.slice(2)}`);
    all.close();
  });

  it("whose bytes changed end with an error instead of a normal end", async (context) => {
    if (server.folder === null) return context.skip("the server was not started by this test");
    const { name, sizeBytes } = await keep("true content");
    for (const path of storedFiles("true content")) writeFileSync(path, "fake content");
    await expect(blobs.read(name, sizeBytes).then(buffer)).rejects.toThrow(
      `The bytes of the blob ${name} have changed`,
    );
    await expect(blobs.localCopy(name)).rejects.toThrow("have changed");
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  it("end their connection when the reader leaves early", async () => {
    const { name, sizeBytes } = await keep("x".repeat(3_000_000));
    const reader = (await blobs.read(name, sizeBytes)).getReader();
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    await reader.cancel();
    expect((await buffer(await blobs.read(name, sizeBytes))).length).toBe(sizeBytes);
  });
});

describe("opening a bucket", () => {
  it("returns null without an address", async () => {
    expect(await openBucket(undefined)).toBeNull();
  });

  it("fails with a sentence for a bucket that does not exist", async () => {
    await expect(openBucket("s3://no-such-bucket/p")).rejects.toThrow(
      "Could not list s3://no-such-bucket/p/: the bucket",
    );
  });

  it("fails with a sentence for wrong credentials, without their values", async (context) => {
    if (server.folder === null) return context.skip("the server was not started by this test");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "canary-secret");
    const failure = await openBucket(server.address).catch((error: Error) => error.message);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "S3RVER");
    expect(failure).toContain("access was denied");
    expect(failure).not.toContain("canary");
  });

  it("fails with a sentence when the server accepts a request and never answers", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const address = process.env.AWS_ENDPOINT_URL_S3;
    vi.stubEnv("AWS_ENDPOINT_URL_S3", `http://127.0.0.1:${port}`);
    const waiting = await Bucket.open(readBlobAddress(server.address), 100);
    await expect(waiting.check()).rejects.toThrow("the server does not answer.");
    waiting.close();
    vi.stubEnv("AWS_ENDPOINT_URL_S3", address);
    silent.closeAllConnections();
    silent.close();
  });

  it("names the variable when the server cannot be reached", async () => {
    const address = process.env.AWS_ENDPOINT_URL_S3;
    vi.stubEnv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1");
    await expect(openBucket(server.address)).rejects.toThrow("the server cannot be reached");
    vi.stubEnv("AWS_ENDPOINT_URL_S3", address);
  });
});
