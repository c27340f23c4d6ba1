import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { FolderBlobs } from "./folder-blobs";
import { describeBlobStore } from "./testing/blob-store.suite";

let folder: string;
let blobs: FolderBlobs;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-blobs-"));
  blobs = await FolderBlobs.open(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("blobs in a folder", () => {
  describeBlobStore(() => ({ blobs, unfinished: () => readdirSync(join(folder, "incoming")).length }));
});
