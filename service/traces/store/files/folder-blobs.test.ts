import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asServiceError } from "@/service/kernel/errors/as-service-error";
import { failFileSteps } from "@/service/traces/store/testing/file-steps";
import { FolderBlobs } from "./folder-blobs";
import { describeBlobStore } from "./testing/blob-store.suite";

let folder: string;
let blobs: FolderBlobs;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-blobs-"));
  blobs = await FolderBlobs.open(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(() => void vi.restoreAllMocks());

describe("blobs in a folder", () => {
  describeBlobStore(() => ({ blobs, unfinished: () => readdirSync(join(folder, "incoming")).length }));

  it.each([12, 3_000_000])(
    "of %d bytes of which one changed end with an error instead of a normal end",
    async (size) => {
      const content = () => blobs.stage(new Blob(["x".repeat(size)]).stream());
      const blob = await content();
      await blob.keep();
      const { name, sizeBytes } = blob;
      const path = join(folder, name.slice(0, 2), name.slice(2));
      writeFileSync(path, readFileSync(path).fill("y", size - 5, size - 4));
      const failure = await blobs
        .read(name, sizeBytes)
        .then(buffer)
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "ContentDamaged", sizeBytes: size });
      expect(asServiceError(failure)?.message).toMatch(/^This content is damaged/);
      await expect(blobs.localCopy(name)).rejects.toMatchObject({ name: "ContentDamaged" });
      // Sent again, it replaces the damaged file.
      await (await content()).keep();
      expect((await buffer(await blobs.read(name, sizeBytes))).toString()).toBe("x".repeat(size));
    },
  );

  it("are not stored when the disk does not flush them, or their folder, and leave nothing behind", async () => {
    const content = () => blobs.stage(new Blob(["refused by the disk"]).stream());
    let isBroken = true;
    await failFileSteps((change) => isBroken && change === "sync");
    await expect(content()).rejects.toThrow("EIO");
    isBroken = false;
    const staged = await content();
    isBroken = true;
    await expect(staged.keep()).rejects.toThrow("EIO");
    isBroken = false;
    await staged.discard();
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
    const again = await content();
    await again.keep();
    expect((await buffer(await blobs.read(again.name, again.sizeBytes))).toString()).toBe("refused by the disk");
  });

  it("of few bytes are compared before the first one is sent", async () => {
    const blob = await blobs.stage(new Blob(["few"]).stream());
    await blob.keep();
    const { name, sizeBytes } = blob;
    writeFileSync(join(folder, name.slice(0, 2), name.slice(2)), "fev");
    await expect(blobs.read(name, sizeBytes)).rejects.toMatchObject({ name: "ContentDamaged" });
  });
});
