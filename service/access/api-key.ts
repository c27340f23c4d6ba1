import { createHash, randomInt } from "node:crypto";

const PREFIX = "hk_";
const ID_LENGTH = 8;
const SECRET_LENGTH = 29;
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 40 characters in all: official clients check that length before they send a key. */
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}}$`);

/** A new key and the id that stands in it: 8 characters to find it by, then 172 random bits. */
export function generateApiKey(): { readonly id: string; readonly key: string } {
  const id = randomText(ID_LENGTH);
  return { id, key: `${PREFIX}${id}${randomText(SECRET_LENGTH)}` };
}

/** The id in a key, or undefined when the text cannot be a key of ours. */
export function apiKeyId(key: string): string | undefined {
  return SHAPE.exec(key)?.[1];
}

/** SHA-256 of a key, which is all that is stored of it. */
export function apiKeyDigest(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}
