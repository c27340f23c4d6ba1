import { randomInt } from "node:crypto";

/** The grant type of RFC 8628. */
export const DEVICE_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

/** Where a person types the short code. */
export const DEVICE_PATH = "/oauth/device";

export const DEVICE_LIFETIME_S = 10 * 60;
export const FIRST_INTERVAL_S = 5;

/** Letters that spell no word, and that are not confused with each other or with digits: RFC 8628, section 6.1. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const NORMAL = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** Returns a new short code: 34 random bits, which are few enough to type, and enough with limits on guesses. */
export function generateUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");
}

/** Writes a short code as people read it: BCDF-GHJK. */
export function shownUserCode(userCode: string): string {
  return `${userCode.slice(0, LENGTH / 2)}-${userCode.slice(LENGTH / 2)}`;
}

/** Returns a typed code in the one form that is stored; null for a text that is not a short code. */
export function normalUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return NORMAL.test(letters) ? letters : null;
}
