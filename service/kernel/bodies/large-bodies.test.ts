import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { TooLargeError, ValidationError } from "@/service/kernel/errors/service-errors";
import { decodeBody, decodedBytesOfThisProcess, SMALL_BODY_BYTES } from "./decode-body";
import { readJsonBody } from "./read-body";

const operation = allOperations.find(({ id }) => id === "call.upsertBatch");

async function readBatch(text: string) {
  if (operation?.body.kind !== "json") throw new Error("Batches of calls are JSON.");
  const request = new Request("http://service/", { method: "POST", body: text });
  return await readJsonBody(operation, operation.body.schema, { request, sent: null });
}

const startOf = (at: number, inputs: unknown) => ({
  mode: "start",
  req: {
    start: {
      project_id: "e/p",
      id: `call ${at}`,
      trace_id: "t",
      op_name: "op",
      started_at: "2026-11-01T00:00:00Z",
      attributes: {},
      inputs,
    },
  },
});

/** Longer than what is read at once. */
const PADDING = "x".repeat(300 * 1024);

const batch = (count: number) => ({
  padding: PADDING,
  batch: Array.from({ length: count }, (_, at) => startOf(at, { at, text: `]},"batch":[{ ${at}` })),
});

describe("a large batch", () => {
  it("is read as a small one, with all of its calls in their order", async () => {
    const whole = batch(500);
    const { padding: _, ...small } = whole;
    if (operation?.body.kind !== "json") throw new Error("Batches of calls are JSON.");
    const expected = operation.body.schema.parse(small);
    expect((await readBatch(JSON.stringify(whole))).body).toEqual(expected);
    expect((await readBatch(JSON.stringify(whole, null, 2))).body).toEqual(expected);
  });

  it("lets everything else run while it is read", async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    const read = readBatch(JSON.stringify(batch(1_000)));
    setImmediate(turn);
    await read;
    isOver = true;
    // Of at most 64 calls each.
    expect(turns).toBeGreaterThan(10);
  });

  it("is refused with the place of a call that is not valid", async () => {
    const { batch: calls } = batch(200);
    const broken = calls.map((call, at) => (at === 150 ? startOf(at, 7) : call));
    const read = readBatch(JSON.stringify({ padding: PADDING, batch: broken }));
    await expect(read).rejects.toThrow(ValidationError);
    await expect(read).rejects.toThrow("body.batch.150.req.start.inputs");
  });

  it.each([
    ["that is cut off", (text: string) => text.slice(0, -2)],
    ["with a call that is not JSON", (text: string) => text.replace('"mode"', "mode")],
    ["with something behind it", (text: string) => `${text}]`],
    ["without a comma between two calls", (text: string) => text.replace("},{", "}{")],
  ])("%s is refused", async (_name, change) => {
    await expect(readBatch(change(JSON.stringify(batch(100))))).rejects.toThrow(/not JSON/);
  });

  it("without a list, and with two, is read at once", async () => {
    await expect(readBatch(JSON.stringify({ padding: PADDING }))).rejects.toThrow("body.batch");
    const two = `{"padding":"${PADDING}","batch":[7],"batch":${JSON.stringify(batch(1).batch)}}`;
    expect((await readBatch(two)).body).toMatchObject({ batch: [{ mode: "start" }] });
  });

  it("of more calls than a request may have is refused with the number, before any of them is checked", async () => {
    const read = readBatch(`{"batch":[${"7,".repeat(150_000)}7]}`);
    await expect(read).rejects.toThrow(TooLargeError);
    await expect(read).rejects.toThrow("150001 calls");
  });
});

describe("the memory of a large body", () => {
  const LIMIT = 16 * SMALL_BODY_BYTES;

  function admissionOf() {
    const admitted: number[] = [];
    let ended = 0;
    const admit = async (bytes: number) => {
      admitted.push(bytes);
      return () => {
        ended += 1;
      };
    };
    return { admission: { owner: "a", admit }, admitted, endedCount: () => ended };
  }

  it("is waited for before it is decoded, and given back when it is released", async () => {
    const { admission, admitted, endedCount } = admissionOf();
    const before = decodedBytesOfThisProcess();
    const { bytes, release } = await decodeBody(gzipSync(Buffer.alloc(3 * SMALL_BODY_BYTES)), "gzip", LIMIT, admission);
    expect(bytes.byteLength).toBe(3 * SMALL_BODY_BYTES);
    expect([admitted, endedCount()]).toEqual([[3 * SMALL_BODY_BYTES], 0]);
    release();
    expect(endedCount()).toBe(1);
    expect(decodedBytesOfThisProcess() - before).toBe(3 * SMALL_BODY_BYTES);
  });

  it("is not waited for by a small body", async () => {
    const { admission, admitted } = admissionOf();
    await decodeBody(gzipSync("small"), "gzip", LIMIT, admission);
    await decodeBody(Buffer.from("small"), null, LIMIT, admission);
    expect(admitted).toEqual([]);
  });

  it("is waited for again by a body that is larger than it says", async () => {
    const { admission, admitted, endedCount } = admissionOf();
    // The end of the last member says how long that one is.
    const sent = Buffer.concat([gzipSync(Buffer.alloc(3 * SMALL_BODY_BYTES)), gzipSync("x")]);
    const { bytes } = await decodeBody(sent, "gzip", LIMIT, admission);
    expect(bytes.byteLength).toBe(3 * SMALL_BODY_BYTES + 1);
    expect([admitted, endedCount()]).toEqual([[LIMIT], 0]);
  });

  it("is given back by a body that is refused", async () => {
    const { admission, admitted, endedCount } = admissionOf();
    const sent = gzipSync(Buffer.alloc(20 * SMALL_BODY_BYTES));
    await expect(decodeBody(sent, "gzip", LIMIT, admission)).rejects.toThrow(TooLargeError);
    expect([admitted, endedCount()]).toEqual([[LIMIT], 1]);
  });
});
