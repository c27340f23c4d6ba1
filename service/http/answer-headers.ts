import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

/** No response of the service may be cached, changed or sniffed on the way, or run or load anything where it is opened. */
export const RESPONSE_HEADERS = {
  "cache-control": "no-store, no-transform",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Browsers that have received it ask by https for two years. */
const HSTS = "max-age=63072000; includeSubDomains";

/**
 * Gives every answer of this process its headers, below the framework: also those that no route gives, and of measurements.
 * What a route sets itself replaces them.
 *
 * @param publicUrl where clients reach the service
 */
export function giveHeadersToAllAnswers(publicUrl: string): void {
  const isHttps = publicUrl.startsWith("https://");
  const headers = Object.entries({ ...RESPONSE_HEADERS, ...(isHttps ? { "strict-transport-security": HSTS } : {}) });
  subscribe("http.server.request.start", (message) => {
    // Node documents the members of this message.
    const { response } = message as { readonly response: ServerResponse };
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
