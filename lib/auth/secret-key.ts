import { hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/environment/environment";
import { isUsableSecretKey } from "@/lib/environment/usable-secret-key";

const KEY_BYTES = 32;

/** The key file cannot be trusted or used; the message names the file and the fix. */
export class SecretKeyError extends Error {
  override readonly name = "SecretKeyUnusable";
}

function createKeyFile(file: string, text = randomBytes(KEY_BYTES).toString("base64")): string {
  // "wx": of two processes that start at once, one creates the key and the other reads it.
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, `${text}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return text;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** @throws SecretKeyError when the file is readable by others, or holds no usable key */
function readKeyFile(file: string): string {
  const mode = statSync(file).mode & 0o077;
  if (mode !== 0) throw new SecretKeyError(`Other users can read ${file}. Run chmod 600 on it, or create a new key.`);
  const text = readFileSync(file, "utf8").trim();
  if (isUsableSecretKey(text)) return text;
  throw new SecretKeyError(`${file} holds no usable key: 32 random bytes in base64 are expected.`);
}

function readOrCreate(file: string): string {
  try {
    return createKeyFile(file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
  return readKeyFile(file);
}

/** The file of the key in a data folder. */
export const keyFile = (dataFolder: string) => join(dataFolder, "secret.key");
const previousKeyFile = (dataFolder: string) => join(dataFolder, "secret.key.previous");

type KeyEnvironment = Pick<Environment, "HEDDLE_SECRET_KEY" | "HEDDLE_SECRET_KEY_PREVIOUS" | "dataFolder">;

/**
 * The key that all secrets derive from: HEDDLE_SECRET_KEY, else a file created at the first start, readable only by its
 * owner. Without it stored credentials cannot be read and sessions end.
 *
 * @throws SecretKeyError when the file is readable by others, short, damaged or a known sample.
 */
export function loadSecretKey(environment: Pick<Environment, "HEDDLE_SECRET_KEY" | "dataFolder">): Buffer {
  if (environment.HEDDLE_SECRET_KEY !== undefined) return Buffer.from(environment.HEDDLE_SECRET_KEY, "base64");
  mkdirSync(environment.dataFolder, { recursive: true, mode: 0o700 });
  return Buffer.from(readOrCreate(keyFile(environment.dataFolder)), "base64");
}

/**
 * The replaced key: HEDDLE_SECRET_KEY_PREVIOUS, otherwise the file of a replacement; null without one.
 *
 * @throws SecretKeyError as above
 */
export function loadPreviousKey({ HEDDLE_SECRET_KEY_PREVIOUS: text, dataFolder }: KeyEnvironment): Buffer | null {
  if (text !== undefined) return Buffer.from(text, "base64");
  const file = previousKeyFile(dataFolder);
  return existsSync(file) ? Buffer.from(readKeyFile(file), "base64") : null;
}

/** Deletes the file of the replaced key. Call it when nothing is encrypted with that key any more. */
export function forgetPreviousKey(dataFolder: string): void {
  rmSync(previousKeyFile(dataFolder), { force: true });
}

/**
 * Replaces the key in the data folder and keeps the replaced one beside it. Stored credentials are encrypted with the
 * new key at the next start. At each moment the files contain every key that is in use.
 *
 * @throws SecretKeyError when the key is in the environment, or the last replacement has not been completed
 */
export function replaceSecretKey({ HEDDLE_SECRET_KEY: own, dataFolder }: KeyEnvironment): void {
  if (own !== undefined) {
    throw new SecretKeyError(
      "The key is in HEDDLE_SECRET_KEY. Move its value to HEDDLE_SECRET_KEY_PREVIOUS, set HEDDLE_SECRET_KEY to 32 new " +
        "random bytes in base64 (openssl rand -base64 32), and restart Heddle.",
    );
  }
  const [file, previous, next] = [keyFile(dataFolder), previousKeyFile(dataFolder), `${keyFile(dataFolder)}.next`];
  const text = readKeyFile(file);
  if (existsSync(previous) && readKeyFile(previous) !== text) {
    throw new SecretKeyError("The key was replaced before. Restart Heddle, which completes that, then try again.");
  }
  rmSync(next, { force: true });
  if (!existsSync(previous)) createKeyFile(previous, text);
  createKeyFile(next);
  renameSync(next, file);
}

/** Derives a key for one purpose (RFC 5869), so that a leak in one use reveals nothing about the others. */
export function deriveKey(secretKey: Buffer, purpose: "backups" | "credentials" | "sessions"): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `heddle ${purpose} v1`, KEY_BYTES));
}
