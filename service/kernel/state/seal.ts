import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
/** Must be passed: without it Node accepts a tag of four bytes. */
const TAG_BYTES = 16;

/** The key file cannot be trusted or used; the message names the file and the fix. */
export class SealKeyError extends Error {
  override readonly name = "SealKeyUnusable";
}

/**
 * A record that cannot be decrypted: it has another key or another place, or is damaged. Reveals nothing about its
 * content.
 */
export class SealError extends Error {
  override readonly name = "SealBroken";

  constructor() {
    super("A stored secret cannot be read: it was stored with another key or for another address, or it is damaged.");
  }
}

/** Encrypts small secrets with AES-256-GCM; records are text: `v1.<key id>.<iv>.<ciphertext and tag>` in base64url. */
export class Seal {
  #key: SealKey | null;
  readonly #create: () => Buffer;

  /** @param key or what creates it when the first secret is encrypted; until then no record can be decrypted */
  constructor(key: Buffer | (() => Buffer)) {
    this.#key = typeof key === "function" ? null : keyOf(key);
    this.#create = typeof key === "function" ? key : () => key;
  }

  /** @param place the owner of the secret: a record that was moved to another place cannot be decrypted */
  close(secret: string, place: readonly string[]): string {
    this.#key ??= keyOf(this.#create());
    const { key, id } = this.#key;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(authenticated(id, place));
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return ["v1", id, iv.toString("base64url"), sealed.toString("base64url")].join(".");
  }

  /** @throws SealError */
  open(record: string, place: readonly string[]): string {
    const [version, keyId, iv = "", sealed = ""] = record.split(".");
    const [bytes, ivBytes] = [Buffer.from(sealed, "base64url"), Buffer.from(iv, "base64url")];
    if (this.#key === null || version !== "v1" || keyId !== this.#key.id) throw new SealError();
    const { key, id } = this.#key;
    if (bytes.length < TAG_BYTES || ivBytes.length !== IV_BYTES) throw new SealError();
    try {
      const decipher = createDecipheriv(ALGORITHM, key, ivBytes, { authTagLength: TAG_BYTES });
      decipher.setAAD(authenticated(id, place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
    } catch {
      // Node's message ("unable to authenticate data") adds nothing that a user could act on.
      throw new SealError();
    }
  }
}

interface SealKey {
  readonly key: Buffer;
  /** Names it in records, and reveals nothing about it. */
  readonly id: string;
}

function keyOf(key: Buffer): SealKey {
  return { key, id: createHash("sha256").update("heddle seal id").update(key).digest("hex").slice(0, 8) };
}

const authenticated = (keyId: string, place: readonly string[]) => Buffer.from(JSON.stringify(["v1", keyId, ...place]));

/**
 * Opens the seal of a data folder, with a key file next to its state: readable only by its owner, created at the first
 * start. Without the file, all encrypted secrets must be entered again.
 *
 * @param given 32 bytes in base64, used instead of the file, which is then neither read nor created
 * @throws SealKeyError when others may read the file, or it contains no key.
 */
export function openSeal(dataFolder: string, given?: string): Seal {
  if (given !== undefined) return new Seal(Buffer.from(given, "base64"));
  return new Seal(createOrReadKey(sealKeyFile(dataFolder)));
}

/**
 * The same for a data folder that has lost its key file: nothing takes its place until a secret is entered, so that it can
 * be brought back.
 */
export function openSealLater(dataFolder: string): Seal {
  return new Seal(() => createOrReadKey(sealKeyFile(dataFolder)));
}

/** Returns whether the key of a data folder is there, as a file or in the environment. */
export function hasSealKey(dataFolder: string, given?: string): boolean {
  return given !== undefined || existsSync(sealKeyFile(dataFolder));
}

function createOrReadKey(file: string): Buffer {
  try {
    return createSealKeyFile(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readSealKeyFile(file);
}

export const sealKeyFile = (dataFolder: string) => join(dataFolder, "service.key");

/** @throws SealKeyError when others may read the file, or it contains no key. */
export function readSealKeyFile(file: string): Buffer {
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new SealKeyError(`Other users can read ${file}: run chmod 600 on it, or delete it and enter the keys again.`);
  }
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
  if (key.length !== KEY_BYTES) throw new SealKeyError(`${file} holds no usable key: 32 bytes in base64 are expected.`);
  return key;
}

export function createSealKeyFile(file: string, key: Buffer = randomBytes(KEY_BYTES)): Buffer {
  // "wx": an existing file is never overwritten.
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, `${key.toString("base64")}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return key;
}
