import { z } from "zod";

/** A whole number within bounds; one message for every violation. */
export function integerInRange(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

export const port = integerInRange(1, 65_535);

/** A port, or the word that leaves OTLP over gRPC out. */
export const otlpGrpcPort = z.union([z.literal("off"), port], { error: "a port from 1 to 65535, or off" });

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
}

/** Comma-separated entries. */
export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

const DEVICE = /^[A-Za-z0-9_.:/-]{1,100}$/;

/** Comma-separated devices, or groups of devices joined by `+`; each device is in one of them only. */
export const devices = list.refine(
  (groups) => {
    const all = groups.flatMap((group) => group.split("+"));
    return all.every((device) => DEVICE.test(device)) && new Set(all).size === all.length;
  },
  { error: "device ids such as 0,1 or 0+1,2+3, each only once" },
);

export const yesOrNo = z.enum(["yes", "no"], { error: "yes or no" }).default("no");

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Over plain http anyone on the network path could impersonate a user, so http is only for providers on this machine.
 */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
  return isSafe && !url.search && !url.hash && !url.username;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isDatabaseAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname, pathname } = new URL(text);
  const isComplete = /^postgres(ql)?:$/.test(protocol) && hostname !== "" && /^\/[^/]+$/.test(pathname);
  return isComplete && [username, password, hostname, pathname].every(isPercentEncoded);
}

/** An address without a path; `example` appears in the error message. */
export function origin(example: string) {
  return z
    .string()
    .refine(isOrigin, { error: `an origin such as ${example}, without a path` })
    .transform((text) => new URL(text).origin);
}

/** The address of an OpenID Connect provider. */
export const issuer = z
  .string()
  .refine(isIssuer, { error: "an https address without a query, as the provider writes its issuer" });

/** The address of a PostgreSQL database. */
export const databaseAddress = z.string().refine(isDatabaseAddress, {
  error:
    "an address such as postgres://user:password@database.example.org:5432/heddle, with special characters percent-encoded",
});
