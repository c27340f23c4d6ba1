import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { InvalidRequestError, TooLargeError } from "@/service/kernel/errors/service-errors";
import { readMedia } from "./read-media";

const operation = operations["otel.exportTraces"];
const limits = { ...operation.limits, requestBytes: 1000 };

async function read(body: Uint8Array, headers: Record<string, string>) {
  const request = new Request("http://service/otel/v1/traces", { method: "POST", headers, body: Buffer.from(body) });
  return (await readMedia({ ...operation, limits }, operation.body, { request, sent: null })).body;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };
const BODY = Buffer.from('{"resourceSpans":[]}');

describe("bodies of several media types", () => {
  it.each([
    ["plain", BODY, {}],
    ["gzip", gzipSync(BODY), { "content-encoding": "gzip" }],
    ["deflate", deflateSync(BODY), { "content-encoding": "Deflate" }],
    ["deflate without its header", deflateRawSync(BODY), { "content-encoding": "deflate" }],
  ])("are decompressed: %s", async (_name, body, headers) => {
    const read1 = await read(body, { ...JSON_TYPE, ...headers });
    expect(Buffer.from(read1.bytes).toString()).toBe(BODY.toString());
    expect(read1.type).toBe("application/json");
  });

  it("are JSON without a Content-Type when they begin with a brace, else the first type", async () => {
    expect((await read(BODY, {})).type).toBe("application/json");
    expect((await read(new Uint8Array([0x0a, 0x00]), {})).type).toBe("application/x-protobuf");
  });

  it("include the headers of their operation and no others", async () => {
    const { headers } = await read(BODY, { ...JSON_TYPE, project_id: "e/p", "x-other": "1" });
    expect(headers).toEqual({ project_id: "e/p" });
  });

  it("are refused when they grow beyond the limit, long before they are complete", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await expect(read(bomb, { ...JSON_TYPE, "content-encoding": "gzip" })).rejects.toThrow(TooLargeError);
    const small = gzipSync(Buffer.alloc(100_000));
    expect(small.length).toBeLessThan(limits.requestBytes);
    await expect(read(small, { ...JSON_TYPE, "content-encoding": "gzip" })).rejects.toThrow("after decompression");
  });

  it.each([
    ["an unknown type", BODY, { "content-type": "text/plain" }, "send application/x-protobuf or application/json"],
    ["an unknown encoding", BODY, { ...JSON_TYPE, "content-encoding": "br" }, "br is not supported"],
    ["two encodings", BODY, { ...JSON_TYPE, "content-encoding": "gzip, gzip" }, "not supported"],
    ["bytes that are no gzip", BODY, { ...JSON_TYPE, "content-encoding": "gzip" }, "not valid gzip"],
    [
      "gzip that is cut short",
      gzipSync(BODY).subarray(0, 15),
      { ...JSON_TYPE, "content-encoding": "gzip" },
      "not valid gzip",
    ],
  ])("are refused with a hint on the fix: %s", async (_name, body, headers, reason) => {
    await expect(read(body, headers)).rejects.toThrow(InvalidRequestError);
    await expect(read(body, headers)).rejects.toThrow(reason);
  });
});
