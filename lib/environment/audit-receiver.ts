import { createHash } from "node:crypto";
import { z } from "zod";

const PROTOCOLS = ["https:", "http:", "otlp+https:", "otlp+http:", "syslog+tls:", "syslog+tcp:"];

function isReceiver(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, hash, port, pathname } = new URL(text);
  if (!PROTOCOLS.includes(protocol) || hostname === "" || username !== "" || hash !== "") return false;
  return !protocol.startsWith("syslog") || (port !== "" && (pathname === "" || pathname === "/"));
}

/** The address of a system that the audit log is forwarded to. */
export const auditReceiver = z.string().refine(isReceiver, {
  error: "an address such as https://…, otlp+https://…/v1/logs or syslog+tls://host:6514, without a user name",
});

function isHeader(entry: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+=[\x21-\x7e]+$/.test(entry) && !/%(?![\dA-Fa-f]{2})/.test(entry);
}

/** Headers as OpenTelemetry's variables write them: `name=value`, separated by commas, with percent-encoded values. */
export const receiverHeaders = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim()))
  .refine((entries) => entries.every(isHeader), { error: "headers such as Authorization=Bearer%20token, with commas" })
  .transform((entries) =>
    Object.fromEntries(
      entries.map((entry) => {
        const end = entry.indexOf("=");
        return [entry.slice(0, end), decodeURIComponent(entry.slice(end + 1))];
      }),
    ),
  );

/** The key of signed messages, as Standard Webhooks writes it. */
export const receiverSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, {
  error: "whsec_ and at least 24 random bytes in base64",
});

/** The receiver for people: its path and query may contain secrets. */
export function receiverName(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

/** What tells one receiver from another, without its address. */
export const receiverDigest = (address: string): string =>
  createHash("sha256").update(address).digest("hex").slice(0, 32);
