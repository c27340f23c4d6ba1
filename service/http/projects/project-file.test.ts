import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkProjectFile } from "./check-project-file";
import { entriesOf } from "./project-file";
import { ABOUT_ENTRY } from "./project-format";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-project-file-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function namesIn(header: { name: string; type?: "symlink"; linkname?: string }): Promise<string[]> {
  const archive = pack();
  archive.entry(header, header.type === undefined ? "x" : "");
  archive.finalize();
  const file = join(folder, "made.tar");
  writeFileSync(file, await buffer(archive));
  const names: string[] = [];
  for await (const { name } of entriesOf(file, () => undefined)) names.push(name);
  return names;
}

describe("the entries of a file that somebody else made", () => {
  it("are refused when their names leave their folder", async () => {
    for (const name of [
      "checkpoints/one/../../../service.db",
      "checkpoints/../one",
      "checkpoints/one/./x",
      "checkpoints//x",
      "logs/../service.key",
      "files/../blobs/x",
      `files/${"a".repeat(63)}`,
      "other/x",
      "/etc/passwd",
    ]) {
      await expect(namesIn({ name }), name).rejects.toThrow("not one of an exported project");
    }
  });

  it("are refused when they are links", async () => {
    const link = { name: "checkpoints/one/weights", type: "symlink", linkname: "/etc/passwd" } as const;
    await expect(namesIn(link)).rejects.toThrow("is not a file");
  });

  it("are refused when they have records that this version does not know, before anything is stored", async () => {
    const archive = pack();
    const about = { format: 1, version: "9.9.9", project_id: "e/p", created_at: "2026-11-20T12:00:00Z" };
    archive.entry({ name: ABOUT_ENTRY }, JSON.stringify(about));
    archive.entry({ name: "store/later_things/000001.jsonl.gz" }, gzipSync("{}\n"));
    archive.finalize();
    const file = join(folder, "later.tar");
    writeFileSync(file, await buffer(archive));
    await expect(checkProjectFile(file)).rejects.toThrow(
      "The file has the section store/later_things, which this version does not know.",
    );
  });

  it("are read when an export writes such names", async () => {
    for (const name of ["heddle-project.json", "checkpoints/one/a/b.bin", `files/${"a".repeat(64)}`, "logs/one"]) {
      expect(await namesIn({ name })).toEqual([name]);
    }
  });
});
