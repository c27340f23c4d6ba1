import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { constants, setPriority } from "node:os";
import { pathToFileURL } from "node:url";
import { StoreError } from "@/service/kernel/errors/store-errors";
import { databaseEntries } from "@/service/traces/backup/folder-entries";
import type { DamageRecord } from "@/service/traces/store/engine/damage-records";
import type { OtherCheck } from "./damage-watch";

/** More findings than this say nothing new. */
const MAX_FINDINGS = 5;

/**
 * Reads a whole file and prints what is wrong with it, in a process of its own: the library reads on the thread that
 * calls it, and a damaged file may end its process.
 */
const PROGRAM = `
const { createClient } = require(process.argv[1]);
const client = createClient({ url: process.argv[2], concurrency: 1, timeout: 5000 });
client.execute("pragma integrity_check(${MAX_FINDINGS})").then(
  ({ rows }) => console.log(JSON.stringify(rows.map((row) => String(row[0])))),
  (error) => {
    if (!/CORRUPT|NOTADB/.test(error.code)) throw error;
    console.log(JSON.stringify([error.message]));
  },
);`;

/** The only finding of a file without damage. */
const SOUND = "ok";

/**
 * Checks the SQLite files of a data folder. They have no checksums: what is found is a structure that does not fit, not a
 * value that changed.
 */
export function databaseCheck(dataFolder: string): OtherCheck {
  return {
    kind: "database",
    async find(rested, signal) {
      const found: DamageRecord[] = [];
      for await (const { path, source } of databaseEntries(dataFolder)) {
        const findings = await findingsOf(source, signal);
        if (findings.some((finding) => finding !== SOUND)) found.push(recordOf(path, findings));
        await rested();
      }
      return found;
    },
  };
}

/** @throws StoreError when the file could not be checked */
async function findingsOf(file: string, signal: AbortSignal): Promise<readonly string[]> {
  const library = createRequire(import.meta.url).resolve("@libsql/client/sqlite3");
  return await new Promise((resolve, reject) => {
    const program = ["-e", PROGRAM, library, pathToFileURL(file).href];
    const child = execFile(process.execPath, program, { signal }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as readonly string[]);
      // The library ends its process when it reads what cannot be.
      else if (child.signalCode !== null && !signal.aborted) resolve([`the check ended with ${child.signalCode}`]);
      else reject(new StoreError(`The database ${file} could not be checked: ${stderr || error.message}`));
    });
    // What others wait for comes first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  });
}

function recordOf(path: string, findings: readonly string[]): DamageRecord {
  const missing = [{ project_id: null, table: path, rows: null, first: null, last: null }];
  return { kind: "database", table: path, part: findings.join("; "), bytes: 0, missing };
}
