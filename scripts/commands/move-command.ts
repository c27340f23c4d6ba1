import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openAppDatabase } from "@/lib/database/app-database";
import { databaseAddress } from "@/lib/environment/value-rules";
import { errorMessage } from "@/lib/guard/error-message";
import { copySchemas, digestSource, enterSchema, type TableDigest } from "@/lib/postgres/copy-database";
import { databasePlace, withoutPassword } from "@/lib/postgres/database-address";
import { commandText } from "@/scripts/installation/command-text";
import { markMoved } from "@/service/kernel/state/moved-state";
import { MOVED_PARTS, type MovedPart, withCopies } from "./move-parts";

const MOVE_USAGE = `${commandText("move")} [--to DATABASE_URL] [--only dashboard|service]\n\nCopies the dashboard's data (people, sessions, connections, views, audit log) and the service's state (keys, providers,\nmodels, jobs, runs, monitors, review queues) from the data folder to an empty PostgreSQL database, and checks it. Stop\nHeddle first. Nothing in the folder is changed. Traces, files and checkpoints stay where they are.\n\n  --to DATABASE_URL  such as postgres://user:password@host:5432/heddle; defaults to the variable DATABASE_URL\n  --only PART        copies one of them, to a database that may have the other one\n`;

export interface MoveSurroundings {
  readonly environment: { readonly dataFolder: string; readonly DATABASE_URL?: string | undefined };
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
}

interface Move {
  readonly url: string;
  readonly parts: readonly MovedPart[];
}

/** Returns the parts that the folder has. */
function partsIn(dataFolder: string, parts: readonly MovedPart[]): MovedPart[] {
  const found = parts.filter(({ file }) => existsSync(join(dataFolder, file)));
  if (found.length === 0) throw new Error(`There is no file ${parts[0]?.file} in ${dataFolder}: set HEDDLE_DATA.`);
  return found;
}

async function requireSame(
  dataFolder: string,
  parts: readonly MovedPart[],
  copied: readonly (readonly TableDigest[])[],
): Promise<void> {
  const now = await withCopies(dataFolder, parts, (copies) => Promise.all(copies.map((copy) => digestSource(copy))));
  const changed = parts.find((_part, index) => JSON.stringify(now[index]) !== JSON.stringify(copied[index]));
  if (changed === undefined) return;
  throw new Error(`${join(dataFolder, changed.file)} changed meanwhile, and nothing was copied. Stop Heddle first.`);
}

async function copyTo({ url, parts }: Move, dataFolder: string): Promise<TableDigest[][]> {
  return await withCopies(dataFolder, parts, async (copies) => {
    // Creates the tables.
    for (const { open } of parts) await (await open(dataFolder, url)).destroy();
    const target = await openAppDatabase(dataFolder, url);
    try {
      return await copySchemas(target, copies, async (copied, transaction) => {
        await requireSame(dataFolder, parts, copied);
        if (!parts.some(({ owner }) => owner === "service")) return;
        await enterSchema(transaction, "heddle_service");
        await markMoved(transaction);
      });
    } finally {
      await target.destroy();
    }
  });
}

/** Reads the address without ever repeating an argument: it contains a password. */
function readMove(args: string[], fallback: string | undefined): Move | null {
  const values = () => {
    const options = {
      to: { type: "string" },
      only: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    try {
      return parseArgs({ args, options }).values;
    } catch {
      throw new Error(`Invalid arguments.\n\n${MOVE_USAGE}`);
    }
  };
  const { to = fallback, only, help } = values();
  if (help) return null;
  const parts = MOVED_PARTS.filter(({ owner }) => only === undefined || owner === only);
  if (parts.length === 0) throw new Error("--only must be dashboard or service.");
  const address = databaseAddress.safeParse(to);
  if (address.success) return { url: address.data, parts };
  throw new Error(`--to must be ${to === undefined ? "given" : (address.error.issues[0]?.message ?? "an address")}.`);
}

/** `npm run move`: returns the exit code and writes messages to `out` and `errors`. */
export async function moveCommand(args: string[], { environment, out, errors }: MoveSurroundings): Promise<number> {
  let url: string | null = null;
  try {
    const move = readMove(args, environment.DATABASE_URL);
    if (move === null) {
      out.write(MOVE_USAGE);
      return 0;
    }
    ({ url } = move);
    const { dataFolder } = environment;
    const parts = partsIn(dataFolder, move.parts);
    const copied = (await copyTo({ url, parts }, dataFolder)).flat();
    for (const { name, rowCount } of copied) {
      if (rowCount > 0) out.write(`${rowCount.toLocaleString("en").padStart(12)}  ${name}\n`);
    }
    const files = parts.map(({ file }) => join(dataFolder, file)).join(", ");
    out.write(
      `Copied ${files} to ${databasePlace(url)}. The number and the digest of the rows of all ${copied.length} tables are ` +
        "equal.\nNow set DATABASE_URL, and keep the secret keys: HEDDLE_SECRET_KEY or secret.key, and service.key in the folder.\n",
    );
    return 0;
  } catch (error) {
    const place = url === null || errorMessage(error).includes(databasePlace(url)) ? "" : `${databasePlace(url)}: `;
    errors.write(`${url === null ? errorMessage(error) : place + withoutPassword(errorMessage(error), url)}\n`);
    return 1;
  }
}
