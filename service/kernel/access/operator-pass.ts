import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { readFile, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A command uses its pass at once. */
const MAX_AGE_MS = 60_000;

const PASS = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9a-f]{64})$/;

const digestOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const fileOf = (dataFolder: string, name: string) => join(dataFolder, `operator-${name}.pass`);

/** Returns whether a file of the data folder is a pass: it opens nothing after its minute. */
export function isPassFile(name: string): boolean {
  return /^operator-.*\.pass$/.test(name);
}

/**
 * Creates a pass that is valid once, for a minute. It proves to the service that whoever sends it may write to the data
 * folder; the file holds only its digest.
 */
export async function createPass(dataFolder: string): Promise<string> {
  const name = randomUUID();
  const secret = randomBytes(32).toString("hex");
  await writeFile(fileOf(dataFolder, name), digestOf(secret), { mode: 0o600, flag: "wx" });
  return `${name}.${secret}`;
}

/** Returns whether a pass is valid, and makes it invalid. */
export async function redeemPass(dataFolder: string, pass: string): Promise<boolean> {
  const [, name, secret] = PASS.exec(pass) ?? [];
  if (name === undefined || secret === undefined) return false;
  const file = fileOf(dataFolder, name);
  try {
    const stored = Buffer.from(await readFile(file, "utf8"));
    const { mtimeMs } = await stat(file);
    const sent = Buffer.from(digestOf(secret));
    if (stored.length !== sent.length || !timingSafeEqual(stored, sent)) return false;
    // Of two requests with one pass, the second finds no file.
    await unlink(file);
    return Date.now() - mtimeMs < MAX_AGE_MS;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
