import { access, mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pino from "pino";
import { deriveKey, loadSecretKey } from "@/lib/auth/secret-key";
import type { Environment } from "@/lib/environment/environment";
import { stateAddress } from "@/lib/environment/state-address";
import { errorMessage } from "@/lib/guard/error-message";
import { databasePlace } from "@/lib/postgres/database-address";
import { commandText } from "@/scripts/installation/command-text";
import { createPass } from "@/service/kernel/access/operator-pass";
import type { SignatureState } from "@/service/traces/backup/backup-signature";
import { FREEZE_PATH } from "@/service/traces/backup/freeze-route";
import { freezeTraces } from "@/service/traces/backup/freeze-traces";
import { type BackupTrust, restoreBackup } from "@/service/traces/backup/restore-backup";
import { writeBackup } from "@/service/traces/backup/write-backup";
import { repairFromBackup } from "@/service/traces/scrub/repair-from-backup";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { RepairedPart } from "@/service/traces/store/salvage/rows-of-backup";

const BACKUP_USAGE = `${commandText("backup")} FILE [--without-keys] [--without-traces] [--without-blobs]\n\nWrites everything in the data folder to one file, also while Heddle runs: calls, objects, tables, files, models,\ncheckpoints, accounts and connections, as of one moment.\n\n  --without-keys    leaves out the keys that decrypt stored credentials and sign sessions; keep them elsewhere\n  --without-traces  leaves out the traces, for an installation whose traces are on a ClickHouse server\n  --without-blobs   leaves out files and checkpoints, for an installation whose blobs are in object storage\n`;

const RESTORE_USAGE = `${commandText("restore")} FILE [--to FOLDER] [--unsigned]\n\nRestores a backup as a new data folder, after checking each file, and its signature where HEDDLE_SECRET_KEY is set.\n\n  --to FOLDER  the new folder, empty or missing; defaults to HEDDLE_DATA\n  --unsigned   accepts a backup without a signature where HEDDLE_SECRET_KEY is set\n`;

const REPAIR_USAGE = `${commandText("repair")} --from FILE [--unsigned]\n\nBrings back from a backup what is marked as missing in the data folder because stored data is damaged: calls, contents\nof objects, and rows of tables. Nothing that was deleted or removed since returns. Stop Heddle first.\n\n  --from FILE  the backup\n  --unsigned   accepts a backup without a signature where HEDDLE_SECRET_KEY is set\n`;

const BYTES_PER_MB = 1_000_000;

const VERBS = { backup: backUp, repair, restore } as const;

export type BackupVerb = keyof typeof VERBS;

export interface BackupSurroundings {
  readonly environment: Pick<Environment, "dataFolder" | "serviceUrl" | "CLICKHOUSE_URL" | "HEDDLE_BLOBS"> &
    Partial<Pick<Environment, "DATABASE_URL" | "HEDDLE_SERVICE_STATE" | "HEDDLE_SECRET_KEY">>;
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly errors: NodeJS.WritableStream;
}

const megabytes = (bytes: number): string =>
  `${(bytes / BYTES_PER_MB).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

const files = (count: number): string => (count === 1 ? "1 file" : `${count.toLocaleString("en")} files`);

/** Returns the data that is in the configured database instead of the folder. */
const inDatabase = (environment: BackupSurroundings["environment"]): string =>
  stateAddress(environment) === undefined
    ? "The accounts, connections and views"
    : "The accounts, connections and views, and the keys, models, jobs and runs of the service,";

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Asks the running service. Returns null if none runs at the address. */
async function freezeByService(dataFolder: string, serviceUrl: string): Promise<string | null> {
  const pass = await createPass(dataFolder);
  const headers = { authorization: `Bearer ${pass}` };
  const response = await fetch(new URL(FREEZE_PATH, serviceUrl), { method: "POST", headers }).catch(() => null);
  if (response === null) return null;
  const body = (await response.json().catch(() => ({}))) as { name?: unknown; reason?: unknown };
  if (response.ok && typeof body.name === "string") return body.name;
  if (response.status === 401 || response.status === 404) {
    throw new Error(
      `What runs at ${serviceUrl} is not the service of ${dataFolder}. Set HEDDLE_DATA and HEDDLE_SERVICE_PORT as for ${commandText("start")}.`,
    );
  }
  throw new Error(typeof body.reason === "string" ? body.reason : `The service returned ${response.status}.`);
}

async function freezeByItself(dataFolder: string): Promise<string> {
  const store = openEmbeddedStore({ folder: join(dataFolder, "traces") });
  try {
    return await freezeTraces(store);
  } finally {
    await store.close();
  }
}

/** Returns the key that signs a backup; null where it is in the backup itself, or there is none yet. */
async function signingKeyOf({ HEDDLE_SECRET_KEY, dataFolder }: BackupSurroundings["environment"], hasKeys: boolean) {
  const isOutside = HEDDLE_SECRET_KEY !== undefined;
  if (!isOutside && (hasKeys || !(await isThere(join(dataFolder, "secret.key"))))) return null;
  return deriveKey(loadSecretKey({ HEDDLE_SECRET_KEY, dataFolder }), "backups");
}

async function backUp(args: string[], { environment, out }: BackupSurroundings): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "without-keys": { type: "boolean", default: false },
      "without-traces": { type: "boolean", default: false },
      "without-blobs": { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  const [name] = positionals;
  if (values.help || name === undefined) {
    out.write(BACKUP_USAGE);
    if (values.help) return;
    throw new Error("The name of the file is missing.");
  }
  const file = resolve(name);
  const { dataFolder, serviceUrl, CLICKHOUSE_URL, DATABASE_URL, HEDDLE_BLOBS } = environment;
  if (await isThere(file)) throw new Error(`${file} exists already.`);
  if (!(await isThere(dataFolder))) throw new Error(`There is no data folder ${dataFolder}.`);
  if (CLICKHOUSE_URL !== undefined && !values["without-traces"]) {
    throw new Error(
      "The traces are on the ClickHouse server: back them up there, and the rest here with --without-traces.",
    );
  }
  if (HEDDLE_BLOBS !== undefined && !values["without-blobs"]) {
    throw new Error(
      `Files, payloads and checkpoints are in ${HEDDLE_BLOBS}: back them up there, after this backup, and the rest here with --without-blobs.`,
    );
  }
  await mkdir(dirname(file), { recursive: true });
  const freeze = async () => (await freezeByService(dataFolder, serviceUrl)) ?? (await freezeByItself(dataFolder));
  const hasKeys = !values["without-keys"];
  const signingKey = await signingKeyOf(environment, hasKeys);
  const summary = await writeBackup({
    ...{ dataFolder, file, hasKeys, signingKey },
    freeze: values["without-traces"] ? null : freeze,
    ...(out.isTTY ? { onProgress: (bytes) => out.write(`\r${megabytes(bytes)}   `) } : {}),
  });
  out.write(`${out.isTTY ? "\r" : ""}Wrote ${file}: ${files(summary.fileCount)}, ${megabytes(summary.bytes)}.\n`);
  if (DATABASE_URL !== undefined)
    out.write(`${inDatabase(environment)} are not in it: back up ${databasePlace(DATABASE_URL)} with pg_dump.\n`);
  if (signingKey === null) {
    out.write("It is not signed: for that, set HEDDLE_SECRET_KEY, or leave out the keys with --without-keys.\n");
  }
  if (hasKeys) out.write("It contains the keys of stored credentials: keep it as safe as the data folder.\n");
}

const SIGNATURE_WORDS: Readonly<Record<SignatureState, string>> = {
  right: "Its signature is right.",
  "not checked": "Its signature was not checked: HEDDLE_SECRET_KEY is not set.",
  unsigned: "It is not signed: nothing shows who wrote it.",
};

function trustOf({ HEDDLE_SECRET_KEY }: BackupSurroundings["environment"], acceptsUnsigned: boolean): BackupTrust {
  const key = HEDDLE_SECRET_KEY === undefined ? null : deriveKey(Buffer.from(HEDDLE_SECRET_KEY, "base64"), "backups");
  return { key, acceptsUnsigned };
}

async function repair(args: string[], { environment, out }: BackupSurroundings): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      unsigned: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help || values.from === undefined) {
    out.write(REPAIR_USAGE);
    if (values.help) return;
    throw new Error("The backup is missing: --from FILE.");
  }
  const { dataFolder, CLICKHOUSE_URL } = environment;
  if (CLICKHOUSE_URL !== undefined)
    throw new Error("The traces are on the ClickHouse server: its parts are restored there, with its own backups.");
  if (!(await isThere(join(dataFolder, "traces")))) throw new Error(`There are no traces in ${dataFolder}.`);
  const { about, signature, repaired, others } = await repairFromBackup({
    ...{ dataFolder, file: resolve(values.from), trust: trustOf(environment, values.unsigned) },
    log: pino({ level: "silent" }),
  });
  out.write(`${SIGNATURE_WORDS[signature]}\n`);
  for (const line of repairLines(repaired, about.created_at)) out.write(`${line}\n`);
  if (others.length > 0)
    out.write(`Still missing, since rows of these may have been replaced or deleted: ${others.join(", ")}.\n`);
}

const rowsText = (count: number): string => (count === 1 ? "1 row" : `${count.toLocaleString("en")} rows`);

/** Returns a line for each part of a table. */
function repairLines(repaired: readonly RepairedPart[], createdAt: string): string[] {
  if (repaired.length === 0) return ["No rows are marked as missing that a backup can bring back."];
  return repaired.map(({ table, cameBack, deleted, stillMissing }) => {
    const since = deleted === 0 ? "" : `, ${deleted.toLocaleString("en")} had been deleted`;
    const back = `${table}: ${rowsText(cameBack)} came back from the backup of ${createdAt}${since}`;
    if (stillMissing === null) return `${back}. How many are missing is not known, so the mark stays.`;
    return stillMissing === 0 ? `${back}, all that were missing.` : `${back}, ${rowsText(stillMissing)} did not.`;
  });
}

async function restore(args: string[], { environment, out }: BackupSurroundings): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: "string" },
      unsigned: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  const [name] = positionals;
  if (values.help || name === undefined) {
    out.write(RESTORE_USAGE);
    if (values.help) return;
    throw new Error("The name of the file is missing.");
  }
  const folder = resolve(values.to ?? environment.dataFolder);
  const trust = trustOf(environment, values.unsigned);
  const { about, fileCount, bytes, signature } = await restoreBackup(resolve(name), folder, trust);
  out.write(`Restored the backup of ${about.created_at} to ${folder}: ${files(fileCount)}, ${megabytes(bytes)}.\n`);
  out.write(`${SIGNATURE_WORDS[signature]}\n`);
  if (!about.has_keys) {
    out.write("It has no keys: put secret.key and service.key into the folder, or enter stored credentials again.\n");
  }
}

/** `npm run backup`, `npm run restore` and `npm run repair`: returns the exit code and writes messages to `out` and `errors`. */
export async function backupCommand(
  verb: BackupVerb,
  args: string[],
  surroundings: BackupSurroundings,
): Promise<number> {
  try {
    await VERBS[verb](args, surroundings);
    return 0;
  } catch (error) {
    surroundings.errors.write(`${errorMessage(error)}\n`);
    return 1;
  }
}
