/** Names of the machine that a client runs on: only programs there receive what is sent to them. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const MAX_REDIRECT_URI_LENGTH = 1000;

/** Printable ASCII without the backslash, which the URL parser would turn into a slash. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;

function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname);
}

/**
 * Returns whether a client may register this address: an https address, or a program's own http address on the
 * machine that it runs on (RFC 8252). Schemes of apps are refused: any app can claim them.
 */
export function isAllowedRedirectUri(text: string): boolean {
  if (text.length > MAX_REDIRECT_URI_LENGTH || !PLAIN.test(text) || text.includes("#") || !URL.canParse(text)) {
    return false;
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopback(url);
}

/**
 * Returns whether a requested address is a registered one: the same text, or on the client's own machine the same
 * address with another port, which a program gets from its system when it starts (RFC 8252, section 7.3).
 */
export function isRegisteredRedirectUri(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  if (!isAllowedRedirectUri(requested)) return false;
  const url = new URL(requested);
  if (!isLoopback(url)) return false;
  return registered.some((text) => {
    const other = new URL(text);
    other.port = url.port;
    return isLoopback(other) && other.href === url.href;
  });
}

/** Returns the host of a redirect address, as a person reads it; the port of a program on a machine changes. */
export function redirectHost(redirectUri: string): string {
  const url = new URL(redirectUri);
  return isLoopback(url) ? url.hostname : url.host;
}

/** Returns whether codes for this address stay on the machine of the person who allows the client. */
export function staysOnMachine(redirectUri: string): boolean {
  return isLoopback(new URL(redirectUri));
}
