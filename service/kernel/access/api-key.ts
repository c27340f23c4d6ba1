import { createHash, randomInt } from "node:crypto";

const PREFIX = "hk_";
const ID_LENGTH = 8;
const SECRET_LENGTH = 29;
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 40 characters in total: official clients check this length before they send a key. */
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}}$`);

/** A new key and the id it contains: 8 characters used for lookup, then 172 random bits. */
export function generateApiKey(): { readonly id: string; readonly key: string } {
  const id = randomText(ID_LENGTH);
  return { id, key: `${PREFIX}${id}${randomText(SECRET_LENGTH)}` };
}

/** Returns the id in a key, or undefined when the text cannot be one of this service's keys. */
export function apiKeyId(key: string): string | undefined {
  return SHAPE.exec(key)?.[1];
}

/** The SHA-256 of a key, the only part of it that is stored. */
export function apiKeyDigest(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}
