import { randomBytes } from "node:crypto";

const PREFIX = "hds_";
const SHAPE = /^hds_[A-Za-z0-9_-]{43}$/;

/** Returns the secret part of a new link, of 256 random bits; the prefix lets secret scanners recognize it. */
export function generateShareToken(): string {
  return `${PREFIX}${randomBytes(32).toString("base64url")}`;
}

/** Returns whether a text has the form of a link's token. */
export function isShareToken(text: string): boolean {
  return SHAPE.test(text);
}
