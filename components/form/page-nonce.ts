/** The name under which libraries look up the nonce of the page; the providers of the dashboard set it. */
const NONCE = "__webpack_nonce__";

/** Returns the nonce that the policy of the page requires of style elements; undefined on the server. */
export function pageNonce(): string | undefined {
  if (typeof window === "undefined") return undefined;
  const nonce: unknown = Reflect.get(window, NONCE);
  return typeof nonce === "string" ? nonce : undefined;
}
