import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openState } from "@/service/kernel/state/open-state";
import { failFileSteps } from "@/service/traces/store/testing/file-steps";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

let folder: string;
let dataFolder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-backup-faults-"));
  dataFolder = join(folder, "data");
  mkdirSync(join(dataFolder, "blobs"), { recursive: true });
  writeFileSync(join(dataFolder, "blobs", "note"), "remember");
  await (await openState(dataFolder)).destroy();
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const place = () => join(folder, "backups");

async function writeTo(file: string): Promise<void> {
  mkdirSync(place(), { recursive: true });
  await writeBackup({ dataFolder, file, hasKeys: false, freeze: null });
}

const EIO = Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });

describe("on a disk that does not flush what is written", () => {
  it("a backup ends with that reason and leaves no file, and a later one is whole", async () => {
    const file = join(place(), "heddle.tar");
    // Node's own streams flush their file by this function.
    const flush = vi.spyOn(fs, "fsync").mockImplementation((_handle, done) => void process.nextTick(done, EIO));
    await expect(writeTo(file)).rejects.toThrow("EIO");
    expect(flush).toHaveBeenCalled();
    expect(readdirSync(place())).toEqual([]);
    vi.restoreAllMocks();
    await writeTo(file);
    expect(readdirSync(place())).toEqual(["heddle.tar"]);
    await restoreBackup(file, join(folder, "restored"));
    expect(readFileSync(join(folder, "restored", "blobs", "note"), "utf8")).toBe("remember");
  });

  it("no data folder is restored, and nothing is left of it", async () => {
    const file = join(place(), "heddle.tar");
    const restored = join(folder, "restored");
    await writeTo(file);
    await failFileSteps((change) => change === "sync");
    await expect(restoreBackup(file, restored)).rejects.toThrow("EIO");
    expect([existsSync(restored), existsSync(`${restored}.partial`)]).toEqual([false, false]);
  });
});
