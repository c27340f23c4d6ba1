import type { Environment } from "@/lib/environment/environment";

type Addresses = Pick<Environment, "publicUrl">;

/** The last three exist only while the user is at the sign-in provider. */
export type CookieName = "session" | "csrf" | "callback" | "state" | "nonce" | "pkce";

export function isHttps({ publicUrl }: Pick<Environment, "publicUrl">): boolean {
  return publicUrl.startsWith("https://");
}

const HTTP_PORT = "80";

/**
 * Over https the `__Host-` prefix ties a cookie to this host. Over http the port of the public address is part of the
 * name, since browsers share cookies between all ports of localhost and two instances would sign each other out.
 * Dashboards behind one address have the same names, whatever ports they listen on.
 */
export function cookieName(environment: Addresses, name: CookieName): string {
  if (isHttps(environment)) return `__Host-heddle-${name}`;
  return `heddle-${new URL(environment.publicUrl).port || HTTP_PORT}-${name}`;
}

/**
 * Names and values of a Cookie header; of two with one name the first counts, since browsers send the most specific
 * first.
 */
export function parseCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    if (!(name in cookies)) cookies[name] = decodeCookie(value);
  }
  return cookies;
}

function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoded: the value is used literally.
    return value;
  }
}
