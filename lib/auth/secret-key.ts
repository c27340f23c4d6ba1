import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/environment/environment";
import { isUsableSecretKey } from "@/lib/environment/usable-secret-key";

const KEY_BYTES = 32;

/** The key file cannot be trusted or used; the message names the file and the fix. */
export class SecretKeyError extends Error {
  override readonly name = "SecretKeyUnusable";
}

function createKeyFile(file: string): string {
  const text = randomBytes(KEY_BYTES).toString("base64");
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

function readOrCreate(file: string): string {
  try {
    return createKeyFile(file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
  const mode = statSync(file).mode & 0o077;
  if (mode !== 0) throw new SecretKeyError(`Other users can read ${file}. Run chmod 600 on it, or create a new key.`);
  return readFileSync(file, "utf8").trim();
}

/**
 * The key that all secrets derive from: HEDDLE_SECRET_KEY, else a file created at the first start, readable only by its
 * owner. Without it stored credentials cannot be read and sessions end.
 *
 * @throws SecretKeyError when the file is readable by others, short, damaged or a known sample.
 */
export function loadSecretKey(environment: Pick<Environment, "HEDDLE_SECRET_KEY" | "dataFolder">): Buffer {
  if (environment.HEDDLE_SECRET_KEY !== undefined) return Buffer.from(environment.HEDDLE_SECRET_KEY, "base64");
  mkdirSync(environment.dataFolder, { recursive: true, mode: 0o700 });
  const file = join(environment.dataFolder, "secret.key");
  const text = readOrCreate(file);
  if (!isUsableSecretKey(text)) {
    throw new SecretKeyError(`${file} holds no usable key: 32 random bytes in base64 are expected.`);
  }
  return Buffer.from(text, "base64");
}

/** Derives a key for one purpose (RFC 5869), so that a leak in one use reveals nothing about the others. */
export function deriveKey(secretKey: Buffer, purpose: "credentials" | "sessions"): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `heddle ${purpose} v1`, KEY_BYTES));
}
