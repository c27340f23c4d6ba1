import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";
import { databaseAddress } from "@/lib/environment/value-rules";
import { errorMessage } from "@/lib/failure/error-message";
import { copyDatabase, digestSource, type TableDigest } from "@/lib/postgres/copy-database";
import { databasePlace, withoutPassword } from "@/lib/postgres/database-address";

const MOVE_USAGE = `npm run move -- [--to DATABASE_URL]\n\nCopies the dashboard's data (people, sessions, connections, views, audit log) from the data folder to an empty\nPostgreSQL database, and checks it. Stop Heddle first. Nothing in the folder is changed.\n\n  --to DATABASE_URL  such as postgres://user:password@host:5432/heddle; defaults to the variable DATABASE_URL\n`;

/** The file and its log of writes that are not in it yet. */
const FILES = ["app.db", "app.db-wal"] as const;

/** Counts of requests, which nobody needs a minute later. */
const OMITTED = ["rate_limit"] as const;

export interface MoveSurroundings {
  readonly environment: { readonly dataFolder: string; readonly DATABASE_URL?: string | undefined };
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
}

/** Opening a database changes its files, so that a copy of them is opened. */
async function copyFiles(folder: string, copy: string): Promise<void> {
  for (const name of FILES) {
    await copyFile(join(folder, name), join(copy, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && name !== "app.db") return;
      if (error.code === "ENOENT") throw new Error(`There is no file ${name} in ${folder}: set HEDDLE_DATA.`);
      throw error;
    });
  }
}

/** Calls a function with the database of a data folder, opened on a copy of its files. */
async function withCopy<Result>(dataFolder: string, use: (database: AppDatabase) => Promise<Result>): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), "heddle-move-"));
  try {
    await copyFiles(dataFolder, copy);
    const database = await openAppDatabase(copy);
    try {
      return await use(database);
    } finally {
      await database.destroy();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function requireSame(dataFolder: string, copied: readonly TableDigest[]): Promise<void> {
  const now = await withCopy(dataFolder, (source) => digestSource({ source, omitted: OMITTED }));
  if (JSON.stringify(now) === JSON.stringify(copied)) return;
  throw new Error(`${join(dataFolder, "app.db")} changed meanwhile, and nothing was copied. Stop Heddle first.`);
}

async function copyTo(url: string, dataFolder: string): Promise<TableDigest[]> {
  return await withCopy(dataFolder, async (source) => {
    const target = await openAppDatabase(dataFolder, url);
    try {
      const copy = { source, target, omitted: OMITTED };
      return await copyDatabase(copy, (copied) => requireSame(dataFolder, copied));
    } finally {
      await target.destroy();
    }
  });
}

/** Reads the address without ever repeating an argument: it contains a password. */
function readAddress(args: string[], fallback: string | undefined): string | null {
  const values = () => {
    const options = { to: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    try {
      return parseArgs({ args, options }).values;
    } catch {
      throw new Error(`The arguments are not usable.\n\n${MOVE_USAGE}`);
    }
  };
  const { to = fallback, help } = values();
  if (help) return null;
  const address = databaseAddress.safeParse(to);
  if (address.success) return address.data;
  throw new Error(`--to must be ${to === undefined ? "given" : (address.error.issues[0]?.message ?? "an address")}.`);
}

/** `npm run move`: returns the exit code and writes messages to `out` and `errors`. */
export async function moveCommand(args: string[], { environment, out, errors }: MoveSurroundings): Promise<number> {
  let url: string | null = null;
  try {
    url = readAddress(args, environment.DATABASE_URL);
    if (url === null) {
      out.write(MOVE_USAGE);
      return 0;
    }
    const { dataFolder } = environment;
    const copied = await copyTo(url, dataFolder);
    for (const { name, rowCount } of copied) {
      if (rowCount > 0) out.write(`${rowCount.toLocaleString("en").padStart(12)}  ${name}\n`);
    }
    out.write(
      `Copied ${join(dataFolder, "app.db")} to ${databasePlace(url)}. The number and the digest of the rows of all ` +
        `${copied.length} tables are equal.\nNow set DATABASE_URL, and keep the secret key: HEDDLE_SECRET_KEY, or secret.key in the folder.\n`,
    );
    return 0;
  } catch (error) {
    const place = url === null || errorMessage(error).includes(databasePlace(url)) ? "" : `${databasePlace(url)}: `;
    errors.write(`${url === null ? errorMessage(error) : place + withoutPassword(errorMessage(error), url)}\n`);
    return 1;
  }
}
