import { dashboardOrigins } from "@/lib/environment/dashboard-origin";
import type { Environment } from "@/lib/environment/environment";

type Addresses = Pick<Environment, "publicUrl" | "PORT" | "HEDDLE_URL">;

/** Names of this machine, under which a proxy or a program on it reaches the dashboard. */
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

function hostNameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : "";
}

/**
 * Returns whether a request names this dashboard as its host and does not come from a page of another one. A page that
 * makes a browser resolve its own name to this machine (DNS rebinding) fails here; programs send no Origin. Ports are
 * not compared: proxies drop them.
 */
export function isAddressedToUs(environment: Addresses, headers: Headers): boolean {
  const origins = dashboardOrigins(environment);
  const origin = headers.get("origin");
  if (origin !== null && !origins.has(origin)) return false;
  const names = new Set([...LOCAL_HOSTS, ...[...origins].map((ours) => new URL(ours).hostname)]);
  return names.has(hostNameOf(headers.get("host") ?? ""));
}
