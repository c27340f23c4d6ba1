import { expect, it, vi } from "vitest";
import { postPieces } from "./post-pieces";

const streamOf = (...pieces: Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

it("posts each piece in order and hands its buffer over", async () => {
  const postMessage = vi.fn();
  await postPieces({ postMessage }, streamOf(new Uint8Array([1, 2]), new Uint8Array([3])), (bytes) => ({ bytes }));
  expect(postMessage.mock.calls.map(([{ bytes }, transfer]) => [[...bytes], transfer[0] === bytes.buffer])).toEqual([
    [[1, 2], true],
    [[3], true],
  ]);
});

it("leaves the buffer of a piece that is part of a larger one", async () => {
  const complete = new Uint8Array([1, 2, 3]);
  const postMessage = vi.fn();
  await postPieces({ postMessage }, streamOf(complete.subarray(1)), (bytes) => ({ bytes }));
  expect(postMessage.mock.calls[0]?.[1]).not.toContain(complete.buffer);
});

it("throws what reading the stream throws", async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error("The connection broke.")),
  });
  await expect(postPieces({ postMessage: vi.fn() }, broken, (bytes) => bytes)).rejects.toThrow("The connection broke.");
});
