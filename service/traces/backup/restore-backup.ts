import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, symlink } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { type Extract, extract } from "tar-stream";
import { errorMessage } from "@/lib/guard/error-message";
import {
  ABOUT_ENTRY,
  type AboutBackup,
  aboutBackup,
  BackupError,
  DIGESTS_ENTRY,
  FORMAT,
  SIGNATURE_HEADER,
} from "./backup-format";
import { checkSignature, type SignatureState } from "./backup-signature";

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

export interface RestoreResult {
  readonly about: AboutBackup;
  readonly fileCount: number;
  readonly bytes: number;
  readonly signature: SignatureState;
}

/** By what a backup is recognized as one's own. */
export interface BackupTrust {
  /** Null where none is at hand. */
  readonly key: Buffer | null;
  readonly acceptsUnsigned: boolean;
}

/** Returns a path without a final slash. @throws BackupError if it leaves the folder */
function safePath(name: string): string {
  const path = posix.normalize(name).replace(/\/$/, "");
  if (posix.isAbsolute(path) || path === ".." || path.startsWith("../") || name.includes("\0")) {
    throw new BackupError(`The entry ${JSON.stringify(name)} lies outside the folder. Nothing was restored.`);
  }
  return path;
}

function readAbout(text: string): AboutBackup {
  try {
    const about = aboutBackup.parse(JSON.parse(text));
    if (about.format <= FORMAT) return about;
    throw new BackupError(
      `The backup was written by Heddle ${about.version}, which is newer. Restore it with that one.`,
    );
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The file is not a backup of Heddle: ${ABOUT_ENTRY} cannot be read.`, { cause: error });
  }
}

/** The signature of an extended header, which the types of the package leave open. */
function signatureIn(extended: unknown): string | undefined {
  if (typeof extended !== "object" || extended === null) return undefined;
  const signature: unknown = Reflect.get(extended, SIGNATURE_HEADER);
  return typeof signature === "string" ? signature : undefined;
}

/** Compares the files with the list of digests. @throws BackupError naming the first difference */
function checkDigests(found: ReadonlyMap<string, string>, list: string): void {
  const lines = list.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const digest = line.slice(0, 64);
    const path = line.slice(66);
    if (found.get(path) !== digest) throw new BackupError(`${path} is damaged in the backup. Nothing was restored.`);
  }
  if (lines.length !== found.size) throw new BackupError("The backup has files that its list of digests lacks.");
}

/** @throws BackupError if a path leads through a link of the archive, behind which another folder may lie */
function requireNoLink(links: ReadonlySet<string>, path: string): void {
  for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) {
    if (links.has(folder)) throw new BackupError(`${path} lies behind the link ${folder}. Nothing was restored.`);
  }
}

async function writeFileOf(entry: Entry, path: string): Promise<{ digest: string; bytes: number }> {
  const sum = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      sum.update(chunk);
      bytes += chunk.byteLength;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { digest: sum.digest("hex"), bytes };
}

/** Unpacks an archive into an empty folder and checks it to its last entry. */
async function unpack(archive: AsyncIterable<Entry>, folder: string, trust: BackupTrust): Promise<RestoreResult> {
  const digests = new Map<string, string>();
  const links = new Set<string>();
  let about: AboutBackup | undefined;
  let list: string | undefined;
  let signed: string | undefined;
  let bytes = 0;
  for await (const entry of archive) {
    const { name, type, linkname } = entry.header;
    if (about === undefined) {
      if (name !== ABOUT_ENTRY) throw new BackupError("The file is not a backup of Heddle.");
      about = readAbout((await buffer(entry)).toString("utf8"));
      continue;
    }
    const path = safePath(name);
    requireNoLink(links, path);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    if (path === DIGESTS_ENTRY) {
      list = (await buffer(entry)).toString("utf8");
      signed = signatureIn(entry.header.pax);
    } else if (type === "directory") await mkdir(target, { recursive: true, mode: PRIVATE_FOLDER });
    else if (type === "symlink") {
      safePath(posix.join(posix.dirname(path), linkname ?? ""));
      if (posix.isAbsolute(linkname ?? "/"))
        throw new BackupError(`The link ${path} is absolute. Nothing was restored.`);
      await symlink(linkname ?? "", target);
      links.add(path);
    } else if (type === "file") {
      const written = await writeFileOf(entry, target);
      digests.set(path, written.digest);
      bytes += written.bytes;
    } else throw new BackupError(`The entry ${path} is neither a file nor a folder. Nothing was restored.`);
    entry.resume();
  }
  if (about === undefined) throw new BackupError("The file is not a backup of Heddle: it is empty.");
  if (list === undefined) throw new BackupError("The backup is incomplete: its end is missing. Nothing was restored.");
  checkDigests(digests, list);
  return { about, fileCount: digests.size, bytes, signature: checkSignature(list, signed, trust) };
}

/** @throws BackupError if the folder has anything in it */
async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length > 0) {
    throw new BackupError(`${folder} is not empty. Restore into a new folder, or move this one away first.`);
  }
}

/**
 * Restores a backup as a new data folder. The folder appears once everything is unpacked, checked and on disk.
 *
 * @param folder must be empty or missing
 * @throws BackupError when the file is not a complete, undamaged backup, or not one that the key signed
 */
export async function restoreBackup(
  file: string,
  folder: string,
  trust: BackupTrust = { key: null, acceptsUnsigned: true },
): Promise<RestoreResult> {
  await requireEmpty(folder);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: PRIVATE_FOLDER });
  try {
    const archive = extract();
    const result = await Promise.all([pipeline(createReadStream(file), archive), unpack(archive, partial, trust)]);
    await rmdir(folder).catch(() => undefined);
    await mkdir(dirname(folder), { recursive: true, mode: PRIVATE_FOLDER });
    await rename(partial, folder);
    return result[1];
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new BackupError(`The backup cannot be read: ${errorMessage(error)} Nothing was restored.`, { cause: error });
  }
}
