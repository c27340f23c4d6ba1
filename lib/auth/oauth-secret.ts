import { randomBytes } from "node:crypto";

const PREFIXES = { access: "hdo_", refresh: "hdr_", code: "hdc_", device: "hdd_" } as const;
const RANDOM = "[A-Za-z0-9_-]{43}";
const ACCESS_SHAPE = new RegExp(`^${PREFIXES.access}${RANDOM}$`);

/** Returns a new token or code of 256 random bits; the prefix lets secret scanners recognize it. */
export function generateOauthSecret(kind: keyof typeof PREFIXES): string {
  return `${PREFIXES[kind]}${randomBytes(32).toString("base64url")}`;
}

/** Returns whether a text has the form of an access token. */
export function isAccessToken(text: string): boolean {
  return ACCESS_SHAPE.test(text);
}
