import { randomInt } from "node:crypto";

/** 32 letters and digits that are not mistaken for each other. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const CODE_COUNT = 10;
const GROUP_COUNT = 4;
const GROUP_LENGTH = 6;

const SHAPE = new RegExp(`^[${ALPHABET}]{${GROUP_COUNT * GROUP_LENGTH}}$`);

const randomGroup = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Returns ten new codes of 120 random bits, in groups to be read and typed: `k3v7qa-…`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () => Array.from({ length: GROUP_COUNT }, randomGroup).join("-"));
}

/** Returns a code as it is hashed, whatever its case, spaces and dashes; undefined for what cannot be one. */
export function normalRecoveryCode(text: string): string | undefined {
  const plain = text.replaceAll(/[\s-]/g, "").toLowerCase();
  return SHAPE.test(plain) ? plain : undefined;
}
