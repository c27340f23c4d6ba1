import { describe, expect, it } from "vitest";
import { InvalidRequestError, TooLargeError } from "@/service/kernel/errors/service-errors";
import { decompress } from "./decompress";

const LIMIT_BYTES = 100_000;

const unzstd = async (bytes: Uint8Array) => Buffer.from(await decompress(bytes, "zstd", LIMIT_BYTES)).toString();
const base64 = (text: string) => Buffer.from(text, "base64");

/** Written by the reference implementation, version 1.5.7. */
const HEDDLE = base64("KLUv/SAGMQAAaGVkZGxl");
const FLUSHED_WITH_CHECKSUM = base64("KLUv/QRYOAAAaGVkZGxlIDgAAHdlYXZlcyClAABoaGVkZGxlIHdlYXZlcwEAdKDmF1mb6Q0=");
const SIXTY_LINES = base64(
  "KLUv/WAuAxUDAAIFDxCweUANjUg0VG6ym+yZRQMx782riWf73ryaeKbvzauJZ/nevJp4hu/Nq4l3782riQfIGYOYUFKwgIRaATyoEcC7fwbwpTUQEuFEGOQH0/5QF2qH2piSmStH1RUcJCCr",
);
const WINDOW_OF_16_MB = base64("KLUv/QBwMQAAaGVkZGxl");
const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

const WINDOW_OF_1_MB = 10 << 3;
const WINDOW_OF_8_MB = 13 << 3;
const RAW = 0;
const RUN = 1;

function block(kind: number, bytes: number, content: readonly number[], isLast: boolean): number[] {
  const header = (bytes << 3) | (kind << 1) | (isLast ? 1 : 0);
  return [header & 255, (header >> 8) & 255, header >> 16, ...content];
}

/** A frame without compressed blocks, whose decoding anyone can check by hand. */
const frame = (window: number, ...blocks: readonly (readonly number[])[]) =>
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window, ...blocks.flat()]);

const letters = (count: number, isLast = true) => block(RUN, count, [0x78], isLast);

describe("a body in zstd", () => {
  it.each([
    ["one frame of known size", HEDDLE, "heddle"],
    [
      "flushed blocks of unknown size, with a checksum",
      FLUSHED_WITH_CHECKSUM,
      `heddle weaves ${"heddle weaves".repeat(20)}`,
    ],
    [
      "compressed literals and matches",
      SIXTY_LINES,
      Array.from({ length: 60 }, (_, at) => `span ${at} of heddle\n`).join(""),
    ],
    ["frames after each other, and one to skip", Buffer.concat([HEDDLE, SKIPPED, HEDDLE]), "heddleheddle"],
    ["a run", frame(WINDOW_OF_1_MB, letters(70_000)), "x".repeat(70_000)],
    ["nothing", Buffer.alloc(0), ""],
  ])("is decoded: %s", async (_what, bytes, text) => {
    expect(await unzstd(bytes)).toBe(text);
  });

  it("is decoded in steps when it is long", async () => {
    const long = Buffer.alloc(90_000, "0123456789");
    const blocks = [0, 30_000, 60_000].map((at) =>
      block(RAW, 30_000, [...long.subarray(at, at + 30_000)], at === 60_000),
    );
    expect(await unzstd(frame(WINDOW_OF_1_MB, ...blocks))).toBe(long.toString());
  });

  it("is refused as soon as its content exceeds the limit", async () => {
    const bomb = frame(WINDOW_OF_1_MB, ...Array.from({ length: 1_000 }, (_, at) => letters(100_000, at === 999)));
    await expect(unzstd(bomb)).rejects.toThrow(TooLargeError);
    expect(await unzstd(frame(WINDOW_OF_1_MB, letters(LIMIT_BYTES)))).toHaveLength(LIMIT_BYTES);
  });

  it("is refused when its window would take too much memory", async () => {
    await expect(unzstd(WINDOW_OF_16_MB)).rejects.toThrow("needs a window of 16777216 bytes, and at most 8388608");
    await expect(unzstd(Buffer.concat([HEDDLE, WINDOW_OF_16_MB]))).rejects.toThrow("needs a window");
  });

  it("is refused when its parts are so small and many that decoding them would take minutes", async () => {
    const blocks = Array.from({ length: 5_000 }, (_, at) => letters(1, at === 4_999));
    await expect(unzstd(frame(WINDOW_OF_8_MB, ...blocks))).rejects.toThrow("too many small parts");
    await expect(unzstd(Buffer.concat(Array.from({ length: 100 }, () => SKIPPED)))).rejects.toThrow("small parts");
  });

  it("is refused where it is cut off, at any byte, and when it is something else", async () => {
    for (let end = 1; end < FLUSHED_WITH_CHECKSUM.length; end += 1) {
      await expect(unzstd(FLUSHED_WITH_CHECKSUM.subarray(0, end))).rejects.toThrow(InvalidRequestError);
    }
    await expect(unzstd(Buffer.from("heddle weaves"))).rejects.toThrow("does not begin with a frame");
    await expect(unzstd(frame(WINDOW_OF_1_MB, block(3, 1, [0], true)))).rejects.toThrow("block of an unknown kind");
  });
});
