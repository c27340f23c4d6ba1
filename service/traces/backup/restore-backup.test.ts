import { createHash } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Header, pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SIGNATURE_HEADER } from "./backup-format";
import { signDigests } from "./backup-signature";
import { restoreBackup } from "./restore-backup";

let folder: string;
let file: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-restore-"));
  file = join(folder, "backup.tar");
  target = join(folder, "data");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Item = readonly [header: Partial<Header> & Pick<Header, "name">, text?: string];

const ABOUT: Item = [
  { name: "heddle-backup.json" },
  JSON.stringify({ format: 1, version: "1.0.0", created_at: "2026-11-22T00:00:00Z", has_keys: true }),
];

const digestsOf = (...items: readonly Item[]): Item => [
  { name: "SHA256SUMS" },
  items.map(([{ name }, text = ""]) => `${createHash("sha256").update(text).digest("hex")}  ${name}\n`).join(""),
];

async function writeArchive(...items: readonly Item[]): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(file));
  for (const [header, text = ""] of items) archive.entry(header, text);
  archive.finalize();
  await written;
}

const NOTE: Item = [{ name: "blobs/ab/note" }, "remember"];
const BLOBS: Item = [{ name: "blobs/ab/", type: "directory" }];

async function expectRefused(message: string | RegExp): Promise<void> {
  await expect(restoreBackup(file, target)).rejects.toThrow(message);
  expect(existsSync(target)).toBe(false);
  expect(existsSync(`${target}.partial`)).toBe(false);
}

describe("restoreBackup", () => {
  it("unpacks folders, files and links, and counts the files", async () => {
    const link: Item = [{ name: "blobs/link", type: "symlink", linkname: "ab/note" }];
    await writeArchive(ABOUT, BLOBS, NOTE, link, digestsOf(NOTE));
    expect(await restoreBackup(file, target)).toMatchObject({ fileCount: 1, bytes: 8, about: { version: "1.0.0" } });
    expect(readFileSync(join(target, "blobs/ab/note"), "utf8")).toBe("remember");
    expect(readlinkSync(join(target, "blobs/link"))).toBe("ab/note");
  });

  it("uses an empty folder that is there already", async () => {
    mkdirSync(target);
    await writeArchive(ABOUT, BLOBS, NOTE, digestsOf(NOTE));
    await restoreBackup(file, target);
    expect(existsSync(join(target, "blobs/ab/note"))).toBe(true);
  });

  it("refuses a file whose bytes changed, by name", async () => {
    await writeArchive(ABOUT, BLOBS, NOTE, digestsOf([NOTE[0], "forget"]));
    await expectRefused("blobs/ab/note is damaged");
  });

  it("refuses an archive that ends early, between entries or inside one", async () => {
    await writeArchive(ABOUT, BLOBS, NOTE);
    await expectRefused("its end is missing");
    const long: Item = [{ name: "blobs/ab/long" }, "x".repeat(100_000)];
    await writeArchive(ABOUT, BLOBS, long, digestsOf(long));
    writeFileSync(file, readFileSync(file).subarray(0, 50_000));
    await expectRefused(/cannot be read|end is missing/);
  });

  it("refuses a listed file that is missing, and a file that is not listed", async () => {
    await writeArchive(ABOUT, BLOBS, digestsOf(NOTE));
    await expectRefused("blobs/ab/note is damaged");
    await writeArchive(ABOUT, BLOBS, NOTE, digestsOf());
    await expectRefused("its list of digests lacks");
  });

  it.each([
    ["a path above the folder", [{ name: "../evil" }, "x"]],
    ["an absolute path", [{ name: "/tmp/evil-of-heddle" }, "x"]],
    ["a hidden way up", [{ name: "blobs/../../evil" }, "x"]],
    ["a link that leads out", [{ name: "out", type: "symlink", linkname: "../../etc" }]],
    ["an absolute link", [{ name: "out", type: "symlink", linkname: "/etc" }]],
    ["a device", [{ name: "null", type: "character-device" }]],
  ] satisfies [string, Item][])("refuses %s", async (_name, item) => {
    await writeArchive(ABOUT, item as Item, digestsOf());
    await expectRefused(/outside the folder|absolute|neither a file nor a folder/);
    expect(existsSync(join(folder, "evil"))).toBe(false);
  });

  it("never writes through a link of the archive", async () => {
    const outside = join(folder, "outside");
    mkdirSync(outside);
    const link: Item = [{ name: "in", type: "symlink", linkname: "blobs" }];
    const written: Item = [{ name: "in/file" }, "x"];
    await writeArchive(ABOUT, link, written, digestsOf(written));
    await expectRefused("in/file lies behind the link in");
  });

  it.each([
    ["an empty file", ""],
    ["text", "not an archive at all"],
    ["JSON", '{"format":1}'],
  ])("refuses %s as a backup", async (_name, text) => {
    writeFileSync(file, text);
    await expectRefused(/backup/i);
  });

  it("refuses another archive, and one of a newer format", async () => {
    await writeArchive(NOTE);
    await expectRefused("is not a backup of Heddle");
    const newer: Item = [
      { name: "heddle-backup.json" },
      JSON.stringify({ format: 2, version: "9.1.0", created_at: "2027-01-01T00:00:00Z", has_keys: true }),
    ];
    await writeArchive(newer, digestsOf());
    await expectRefused("written by Heddle 9.1.0, which is newer");
  });

  it("knows a backup of its owner by its signature, and refuses one that somebody changed with its own list of digests", async () => {
    const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const list = digestsOf(NOTE);
    const signedBy = (by: Buffer, text = list[1] ?? ""): Item => [
      { name: "SHA256SUMS", pax: { [SIGNATURE_HEADER]: signDigests(text, by) } },
      list[1] ?? "",
    ];
    const restoreWith = async (last: Item, trust: { key: Buffer | null; acceptsUnsigned: boolean }) => {
      await writeArchive(ABOUT, BLOBS, NOTE, last);
      rmSync(target, { recursive: true, force: true });
      return (await restoreBackup(file, target, trust)).signature;
    };
    expect(await restoreWith(signedBy(key), { key, acceptsUnsigned: false })).toBe("right");
    expect(await restoreWith(signedBy(key), { key: null, acceptsUnsigned: false })).toBe("not checked");
    expect(await restoreWith(list, { key: null, acceptsUnsigned: false })).toBe("unsigned");
    expect(await restoreWith(list, { key, acceptsUnsigned: true })).toBe("unsigned");
    rmSync(target, { recursive: true, force: true });
    for (const last of [signedBy(other), signedBy(key, "another list")]) {
      const tried = restoreWith(last, { key, acceptsUnsigned: true });
      await expect(tried).rejects.toThrow("was changed, or signed with another");
    }
    await expect(restoreWith(list, { key, acceptsUnsigned: false })).rejects.toThrow(
      "is not signed with HEDDLE_SECRET_KEY",
    );
    expect(existsSync(target)).toBe(false);
  });
});
