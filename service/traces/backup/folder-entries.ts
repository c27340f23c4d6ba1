import { existsSync } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { isPassFile } from "@/service/kernel/access/operator-pass";
import { RESERVE_FILE } from "@/service/traces/store/engine/disk-reserve";

/** One thing to store: the path in the backup, with `/`, and where it is read. */
export type FolderEntry = { readonly path: string } & (
  | { readonly kind: "file"; readonly source: string }
  | { readonly kind: "database"; readonly source: string }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder" }
);

const TRACES = "traces";

const isReserve = (name: string): boolean => name === RESERVE_FILE || name === `${RESERVE_FILE}.partial`;

/** Unfinished files, deleted at each start. */
const UNFINISHED_FOLDER = "incoming";

/** Keys that decrypt stored credentials, and sign sessions. */
const KEY_FILES: ReadonlySet<string> = new Set(
  ["secret.key", "service.key"].flatMap((key) => [key, `${key}.previous`, `${key}.next`]),
);

/** The log of a database belongs to its file, and is a part of its copy. */
const LOG_OF_DATABASE = /\.db-(wal|shm|journal)$/;

export interface FolderChoice {
  /** Whether to store the keys that decrypt stored credentials. */
  readonly hasKeys: boolean;
}

async function* entriesIn(folder: string, path: string): AsyncGenerator<FolderEntry, void, void> {
  const names = (await readdir(folder)).sort();
  for (const name of names) {
    const source = join(folder, name);
    const entryPath = `${path}${name}`;
    const info = await lstat(source);
    if (info.isSymbolicLink()) yield { kind: "link", path: entryPath, target: await readlink(source) };
    else if (info.isDirectory()) {
      yield { kind: "folder", path: entryPath };
      if (name !== UNFINISHED_FOLDER) yield* entriesIn(source, `${entryPath}/`);
    } else if (info.isFile()) yield { kind: "file", path: entryPath, source };
  }
}

async function* stateIn(dataFolder: string): AsyncGenerator<FolderEntry, void, void> {
  const isLeftOut = (name: string) => name === TRACES || isPassFile(name) || isReserve(name);
  const names = (await readdir(dataFolder)).sort().filter((name) => !isLeftOut(name));
  for (const name of names) {
    const source = join(dataFolder, name);
    const info = await lstat(source);
    if (info.isFile()) yield { kind: "file", path: name, source };
    else if (info.isDirectory()) {
      yield { kind: "folder", path: name };
      yield* entriesIn(source, `${name}/`);
    }
  }
}

const isDatabase = (path: string): boolean => path.endsWith(".db");

/** Yields the SQLite files of a data folder. */
export async function* databaseEntries(
  dataFolder: string,
): AsyncGenerator<Extract<FolderEntry, { kind: "database" }>, void, void> {
  for await (const entry of stateIn(dataFolder)) {
    if (entry.kind === "file" && isDatabase(entry.path))
      yield { kind: "database", path: entry.path, source: entry.source };
  }
}

/**
 * Yields what a data folder holds beside databases and traces. Read after both: a file is on disk before a row names it,
 * so all named files are there.
 */
export async function* stateEntries(
  dataFolder: string,
  { hasKeys }: FolderChoice,
): AsyncGenerator<FolderEntry, void, void> {
  for await (const entry of stateIn(dataFolder)) {
    if (isDatabase(entry.path) || LOG_OF_DATABASE.test(entry.path)) continue;
    if (hasKeys || !KEY_FILES.has(entry.path)) yield entry;
  }
}

/**
 * Yields the engine's folder with the frozen files in place of those that it changes.
 *
 * @param frozen the folder of the frozen state
 */
export async function* traceEntries(tracesFolder: string, frozen: string): AsyncGenerator<FolderEntry, void, void> {
  yield { kind: "folder", path: TRACES };
  yield { kind: "folder", path: `${TRACES}/metadata` };
  yield* entriesIn(join(tracesFolder, "metadata"), `${TRACES}/metadata/`);
  yield { kind: "folder", path: `${TRACES}/store` };
  yield* definitionsIn(join(tracesFolder, "store"), `${TRACES}/store/`);
  // There is no folder if no table has a row.
  if (existsSync(frozen)) yield* entriesIn(join(frozen, "store"), `${TRACES}/store/`);
}

/** The folders `abc/<uuid>` of databases and tables with their definitions, without any rows. */
async function* definitionsIn(store: string, path: string): AsyncGenerator<FolderEntry, void, void> {
  for (const prefix of (await readdir(store)).sort()) {
    yield { kind: "folder", path: `${path}${prefix}` };
    for (const id of (await readdir(join(store, prefix))).sort()) {
      const folder = join(store, prefix, id);
      yield { kind: "folder", path: `${path}${prefix}/${id}` };
      for (const file of (await readdir(folder, { withFileTypes: true })).filter((one) => one.isFile())) {
        yield { kind: "file", path: `${path}${prefix}/${id}/${file.name}`, source: join(folder, file.name) };
      }
    }
  }
}
