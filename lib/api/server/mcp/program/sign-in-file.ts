import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { UsageError, type Variables } from "./usage-error";

/** What `heddle login` stored for a dashboard. */
const storedSignIn = z.object({
  clientId: z.string(),
  accessToken: z.string(),
  /** Used once: the program that uses it stores its successor. */
  refreshToken: z.string(),
  /** Of the access token, ISO 8601 in UTC. */
  expiresAt: z.string(),
});

export type StoredSignIn = z.infer<typeof storedSignIn>;

const signInFile = z.object({
  /** The origin of the dashboard that was signed in to last. */
  current: z.string().nullable(),
  /** By origin. */
  dashboards: z.record(z.string(), storedSignIn),
});

type SignIns = z.infer<typeof signInFile>;

const NONE: SignIns = { current: null, dashboards: {} };

/** Rights of the user alone. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** A program that holds the lock asks the dashboard once. */
const STALE_LOCK_MS = 30_000;
const LOCK_POLL_MS = 50;

/** Returns the file of the sign-ins, in the folder that the system has for the settings of a user's programs. */
export function signInPath(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  const given = platform === "win32" ? variables.APPDATA : variables.XDG_CONFIG_HOME;
  // The specification of these folders ignores a relative path.
  const folder = given !== undefined && isAbsolute(given) ? given : join(variables.HOME || homedir(), ".config");
  return join(folder, "heddle", "sign-in.json");
}

/** @throws UsageError for a file that other users can read, or that is damaged */
export function readSignIns(path: string): SignIns {
  let text: string;
  try {
    if (process.platform !== "win32" && (statSync(path).mode & OTHERS) !== 0) {
      throw new UsageError(`Other users can read ${path}, which contains a sign-in. Run: chmod 600 '${path}'`);
    }
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return NONE;
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  }
  try {
    return signInFile.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${path} is damaged. Delete it, and sign in again with heddle login.`, { cause: error });
  }
}

/** Replaces the file, which no other user can read at any moment; deletes it when there is no sign-in left. */
function writeSignIns(path: string, signIns: SignIns): void {
  if (Object.keys(signIns.dashboards).length === 0) {
    rmSync(path, { force: true });
    return;
  }
  const next = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(next, `${JSON.stringify(signIns, null, 2)}\n`, { mode: FILE_MODE, flag: "wx" });
  renameSync(next, path);
}

/** Stores a sign-in, or removes the one of an origin. */
export function changeSignIn(path: string, origin: string, signIn: StoredSignIn | null): void {
  const { current, dashboards } = readSignIns(path);
  if (signIn !== null) {
    writeSignIns(path, { current: origin, dashboards: { ...dashboards, [origin]: signIn } });
    return;
  }
  const others = Object.fromEntries(Object.entries(dashboards).filter(([name]) => name !== origin));
  writeSignIns(path, { current: current === origin ? (Object.keys(others)[0] ?? null) : current, dashboards: others });
}

/** Stores the next tokens of a sign-in, and leaves alone which one is current. */
export function renewSignIn(path: string, origin: string, signIn: StoredSignIn): void {
  const { current, dashboards } = readSignIns(path);
  writeSignIns(path, { current, dashboards: { ...dashboards, [origin]: signIn } });
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

function removeWhenStale(lock: string): void {
  const stats = statSync(lock, { throwIfNoEntry: false });
  if (stats !== undefined && Date.now() - stats.mtimeMs > STALE_LOCK_MS) rmSync(lock, { force: true });
}

/**
 * Runs work while no other program of this user changes the file: a refresh token that two programs use ends the
 * sign-in.
 */
export async function withSignInLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${path}.lock`;
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  for (;;) {
    try {
      closeSync(openSync(lock, "wx", FILE_MODE));
      break;
    } catch (error) {
      if (!isHeld(error)) throw error;
      removeWhenStale(lock);
      await sleep(LOCK_POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
