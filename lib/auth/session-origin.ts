import { isIP } from "node:net";
import type { SessionOrigin } from "@/lib/database/sessions";
import { callerAddress } from "./throttle";

/** Browsers by a part of their name for themselves; the first that matches counts, since most name others too. */
const BROWSERS: readonly (readonly [string, string])[] = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["HeadlessChrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];

const SYSTEMS: readonly (readonly [string, string])[] = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
];

const nameIn = (text: string, names: readonly (readonly [string, string])[]) =>
  names.find(([part]) => text.includes(part))?.[1];

/** Returns `Firefox on Linux` for a browser; null for anything else. Nothing of the text itself is kept. */
export function deviceName(userAgent: string | null): string | null {
  const text = userAgent ?? "";
  const browser = nameIn(text, BROWSERS);
  const system = nameIn(text, SYSTEMS);
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Returns from where a sign-in comes, for the list of the user's sessions. */
export function sessionOrigin(headers: Headers, trustedHops: number): SessionOrigin {
  const address = callerAddress(headers, trustedHops);
  return { device: deviceName(headers.get("user-agent")), address: isIP(address) === 0 ? null : address };
}

/** Returns ` from 192.0.2.7, Firefox on Linux` for the audit log; nothing where neither is known. */
export function originText(origin: SessionOrigin | undefined): string {
  const known = [origin?.address, origin?.device].filter((part) => part !== null && part !== undefined);
  return known.length === 0 ? "" : ` from ${known.join(", ")}`;
}
