import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { findPostgres } from "./find-postgres";

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;

/** A server for tests, on a port of this machine, with its files in a temporary folder. */
export interface PostgresServer {
  /** Address of its first database, as its owner. */
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL is missing on this machine, or does not start; the message says which. */
class NoPostgresError extends Error {
  override readonly name = "NoPostgres";
}

/** PostgreSQL refuses to run as root: as root, another user owns its files and runs it. */
async function findOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => promisify(execFile)("id", [flag, name])));
      return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
    } catch {
      // There is no such user.
    }
  }
  throw new NoPostgresError("PostgreSQL does not run as root, and there is no user postgres or nobody");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Returns whether the server with these files answers: another run may have taken the port meanwhile. */
async function answers(url: string, data: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('data_directory') as data");
    return rows[0]?.data === data;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function untilItAnswers(url: string, data: string, server: ChildProcess): Promise<boolean> {
  const endsAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < endsAt && server.exitCode === null) {
    if (await answers(url, data)) return true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

/** @throws NoPostgresError */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === null) throw new NoPostgresError("PostgreSQL is not installed: there is no initdb in PATH");
  const owner = await findOwner();
  const folder = mkdtempSync(join(tmpdir(), "heddle-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", "heddle", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  try {
    await promisify(execFile)(join(programs, "initdb"), initdb, { ...owner, cwd: folder });
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
      const port = await freePort();
      // Files of a test need not survive a power failure.
      const settings = [
        "fsync=off",
        "max_connections=300",
        `unix_socket_directories=${folder}`,
        "log_min_messages=fatal",
      ];
      const args = ["-D", data, "-h", "127.0.0.1", "-p", String(port), ...settings.flatMap((text) => ["-c", text])];
      const server = spawn(join(programs, "postgres"), args, { ...owner, cwd: folder, stdio: "ignore" });
      const url = `postgres://heddle:password-of-tests@127.0.0.1:${port}/postgres`;
      if (await untilItAnswers(url, data, server)) {
        return {
          url,
          stop: async () => {
            if (server.exitCode === null) {
              // Ends its connections without waiting for them.
              server.kill("SIGQUIT");
              await once(server, "exit");
            }
            rmSync(folder, { recursive: true, force: true });
          },
        };
      }
      server.kill("SIGKILL");
    }
    throw new NoPostgresError(`PostgreSQL of ${programs} did not start`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (error instanceof NoPostgresError) throw error;
    throw new NoPostgresError(`PostgreSQL of ${programs} could not be set up: ${String(error)}`);
  }
}
