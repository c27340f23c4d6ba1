import type { Environment } from "./environment";

/** The settings that determine the addresses of this dashboard. */
export type Addresses = Pick<Environment, "publicUrl" | "PORT" | "HEDDLE_URL">;

/** Names under which a browser on this machine reaches the dashboard; they count as one origin. */
const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Every origin of this dashboard: only the public address if one is configured, otherwise its names on this machine.
 */
export function dashboardOrigins(environment: Addresses): ReadonlySet<string> {
  if (environment.HEDDLE_URL !== undefined) return new Set([environment.HEDDLE_URL]);
  return new Set(LOCAL_NAMES.map((name) => `http://${name}:${environment.PORT}`));
}

/**
 * Returns the redirect target after a sign-in or sign-out: an address of this dashboard unchanged, the start page for
 * any other. Malformed input is not an error.
 */
export function safeReturnUrl(environment: Addresses, url: string | undefined): string {
  const start = `${environment.publicUrl}/`;
  if (!url || !URL.canParse(url, start)) return start;
  const target = new URL(url, start);
  if (target.username !== "" || target.password !== "") return start;
  return dashboardOrigins(environment).has(target.origin) ? target.href : start;
}

/**
 * Returns whether a request that may change something comes from our own pages. Browsers state this in a header; if it
 * is missing, the Origin must be ours. A request with neither header is not from a page in a browser and is therefore
 * not accepted on a cookie.
 */
export function isSameOrigin(environment: Addresses, headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin !== null && !dashboardOrigins(environment).has(origin)) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return origin !== null;
}
