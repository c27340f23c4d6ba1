import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { operations } from "@/lib/api/contract/operations";
import { InvalidRequestError, TooLargeError } from "@/service/kernel/errors/service-errors";
import { readStream } from "./read-stream";

const LIMIT_BYTES = 1_000;
const row: Operation = operations["trainingJobs.create"];
const operation = { ...row, limits: { ...row.limits, requestBytes: LIMIT_BYTES } };

async function read(body: Uint8Array | null, headers: Record<string, string> = {}): Promise<string> {
  const request = new Request("http://service/", { method: "POST", headers, body: body as BodyInit | null });
  const chunks: Uint8Array[] = [];
  for await (const chunk of readStream(operation, request)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("readStream", () => {
  it.each([
    ["as it is", undefined, Buffer.from("heddle")],
    ["gzip", "gzip", gzipSync("heddle")],
    ["deflate", "deflate", deflateSync("heddle")],
    ["named identity", "identity", Buffer.from("heddle")],
  ])("reads a body %s", async (_what, encoding, bytes) => {
    expect(await read(bytes, encoding === undefined ? {} : { "content-encoding": encoding })).toBe("heddle");
  });

  it("returns nothing for an empty body", async () => {
    expect(await read(null)).toBe("");
  });

  it("refuses a body over the limit by announced size, received size and decompressed size", async () => {
    const large = Buffer.alloc(LIMIT_BYTES + 1, "x");
    await expect(read(Buffer.from("x"), { "content-length": String(LIMIT_BYTES + 1) })).rejects.toThrow(TooLargeError);
    await expect(read(large)).rejects.toThrow(TooLargeError);
    await expect(read(gzipSync(large), { "content-encoding": "gzip" })).rejects.toThrow(TooLargeError);
    expect(await read(large.subarray(1))).toHaveLength(LIMIT_BYTES);
  });

  it("names an unknown encoding, and bytes that do not match their encoding", async () => {
    await expect(read(Buffer.from("x"), { "content-encoding": "br" })).rejects.toThrow(InvalidRequestError);
    await expect(read(Buffer.from("heddle"), { "content-encoding": "gzip" })).rejects.toThrow("not valid gzip");
    await expect(read(gzipSync("heddle").subarray(0, 12), { "content-encoding": "gzip" })).rejects.toThrow(
      "not valid gzip",
    );
  });
});
