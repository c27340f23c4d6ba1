import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** A request that an earlier version of the service answered, with the text of its response. */
export interface EarlierAnswer {
  readonly path: string;
  readonly body: object;
  readonly answer: string;
}

type PackedFile = { readonly base64: string } | { readonly link: string } | { readonly folder: true };

interface PackedFolder {
  readonly commit: string;
  readonly files: Readonly<Record<string, PackedFile>>;
  readonly answers: readonly EarlierAnswer[];
  /** A call whose end alone is stored: its id, and its start as an item of `/call/upsert_batch`. */
  readonly parkedEnd: { readonly id: string; readonly start: string };
}

/** Writes a packed data folder into an empty one, and returns what else is packed with it. */
export function unpackFolder(packed: string, folder: string): Omit<PackedFolder, "files"> {
  const { files, ...rest } = JSON.parse(brotliDecompressSync(readFileSync(packed)).toString()) as PackedFolder;
  for (const [name, file] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync("folder" in file ? path : dirname(path), { recursive: true });
    if ("base64" in file) writeFileSync(path, Buffer.from(file.base64, "base64"));
    else if ("link" in file) symlinkSync(file.link, path);
  }
  return rest;
}
