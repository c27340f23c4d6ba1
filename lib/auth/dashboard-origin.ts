import type { Environment } from "@/lib/environment/environment";

type Addresses = Pick<Environment, "publicUrl" | "PORT" | "HEDDLE_URL">;

/** Names under which a browser on this machine reaches the dashboard: one origin for us. */
const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Every origin that is this dashboard: the public address alone when one is set, else its names on this machine. */
export function dashboardOrigins(environment: Addresses): ReadonlySet<string> {
  if (environment.HEDDLE_URL !== undefined) return new Set([environment.HEDDLE_URL]);
  return new Set(LOCAL_NAMES.map((name) => `http://${name}:${environment.PORT}`));
}

/**
 * Where a sign-in or sign-out may lead: an address of this dashboard as it was written, everything else to the start
 * page. Malformed input is no error.
 */
export function safeReturnUrl(environment: Addresses, url: string | undefined): string {
  const start = `${environment.publicUrl}/`;
  if (!url || !URL.canParse(url, start)) return start;
  const target = new URL(url, start);
  if (target.username !== "" || target.password !== "") return start;
  return dashboardOrigins(environment).has(target.origin) ? target.href : start;
}

/**
 * Tells whether a request that may change something comes from our own pages. Browsers say so themselves; where one
 * does not, its Origin must be ours. Neither header: not a browser's page, and therefore not let in on a cookie.
 */
export function isSameOrigin(environment: Addresses, headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin !== null && !dashboardOrigins(environment).has(origin)) return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return origin !== null;
}
