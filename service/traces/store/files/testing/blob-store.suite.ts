import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { BlobStore } from "@/service/traces/store/files/blob-store";

/** A store to test, and ways to damage its contents. */
export interface TestedBlobs {
  readonly blobs: BlobStore;
  /** Returns the number of unfinished local files. */
  readonly unfinished: () => number;
}

/** Larger than one part of an upload, and not a multiple of it. */
const LARGE_BYTES = 9 * 1024 * 1024 + 7;
const MISSING = "0".repeat(64);

async function* pieces(content: Uint8Array, pieceBytes = 100_000): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

async function keep(blobs: BlobStore, content: Uint8Array) {
  const blob = await blobs.stage(pieces(content));
  await blob.keep();
  return blob;
}

const text = (content: string) => Buffer.from(content);

/** Declares the tests of every store of blobs. */
export function describeBlobStore(tested: () => TestedBlobs): void {
  it("returns what was kept, byte for byte, under its SHA-256", async () => {
    const { blobs } = tested();
    const blob = await keep(blobs, text("hello"));
    expect(blob).toMatchObject({
      sizeBytes: 5,
      digest: "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
      name: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    });
    expect(await buffer(await blobs.read(blob.name, 5))).toEqual(text("hello"));
  });

  it("keeps empty contents, and contents of several parts", async () => {
    const { blobs } = tested();
    const empty = await keep(blobs, text(""));
    expect(await buffer(await blobs.read(empty.name, 0))).toHaveLength(0);
    const content = randomBytes(LARGE_BYTES);
    const large = await keep(blobs, content);
    expect((await buffer(await blobs.read(large.name, LARGE_BYTES))).equals(content)).toBe(true);
    const start = LARGE_BYTES - 1_000;
    expect((await blobs.readPart(large.name, start, 1_000)).equals(content.subarray(start))).toBe(true);
  });

  it("returns parts of a content, and refuses a part beyond its end", async () => {
    const { blobs } = tested();
    const { name } = await keep(blobs, text("0123456789"));
    expect(String(await blobs.readPart(name, 3, 4))).toBe("3456");
    expect(await blobs.readPart(name, 3, 0)).toHaveLength(0);
    await expect(blobs.readPart(name, 8, 4)).rejects.toMatchObject({ name: "StoreError" });
  });

  it("stores a content once, also when two keep it at the same time", async () => {
    const { blobs, unfinished } = tested();
    const before = (await blobs.names()).length;
    const [one, two] = await Promise.all([keep(blobs, text("twice")), keep(blobs, text("twice"))]);
    expect(one.name).toBe(two.name);
    await keep(blobs, text("twice"));
    expect(await blobs.names()).toHaveLength(before + 1);
    expect(unfinished()).toBe(0);
  });

  it("stores nothing that was discarded, or whose sender failed", async () => {
    const { blobs, unfinished } = tested();
    const before = await blobs.names();
    await (await blobs.stage(pieces(text("discarded")))).discard();
    const failing = (async function* () {
      yield text("first");
      throw new Error("the sender left");
    })();
    await expect(blobs.stage(failing)).rejects.toThrow("the sender left");
    expect(await blobs.names()).toEqual(before);
    expect(unfinished()).toBe(0);
  });

  it("fails for a missing content and for another length, and never returns a part as the whole", async () => {
    const { blobs } = tested();
    const { name } = await keep(blobs, text("whole"));
    await expect(blobs.read(MISSING, 5)).rejects.toMatchObject({ name: "StoreError" });
    await expect(blobs.read(name, 6)).rejects.toThrow("has 5 bytes instead of 6");
    await expect(blobs.readPart(MISSING, 0, 1)).rejects.toMatchObject({ name: "StoreError" });
  });

  it.each(["../../etc/passwd", "", "2CF2"])("refuses the name %j", async (name) => {
    const { blobs } = tested();
    await expect(blobs.read(name, 1)).rejects.toThrow("named by its SHA-256");
    await expect(blobs.remove(name)).rejects.toThrow("named by its SHA-256");
  });

  it("provides the content as a file for a program", async () => {
    const { blobs, unfinished } = tested();
    const { name } = await keep(blobs, text("for a program"));
    const copy = await blobs.localCopy(name);
    expect(readFileSync(copy.path, "utf8")).toBe("for a program");
    await copy.release();
    expect(unfinished()).toBe(0);
    expect(await buffer(await blobs.read(name, 13))).toEqual(text("for a program"));
  });

  it("removes a content, and accepts that it is gone already", async () => {
    const { blobs } = tested();
    const { name } = await keep(blobs, text("to be removed"));
    expect(await blobs.names()).toContain(name);
    await blobs.remove(name);
    await blobs.remove(name);
    expect(await blobs.names()).not.toContain(name);
    await expect(blobs.read(name, 13)).rejects.toMatchObject({ name: "StoreError" });
  });
}
