/**
 * The headers of every response of our API, and no others: headers of a service (cookies, policies, redirects) are
 * dropped. Opened directly in a browser, a response cannot run or embed anything.
 */
export function responseHeaders(contentType: string, requestId: string): Headers {
  return new Headers({
    "content-type": contentType,
    "cache-control": "private, no-store, no-transform",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // Proxies must forward rows as they arrive.
    "x-accel-buffering": "no",
    "x-request-id": requestId,
    vary: "cookie",
  });
}
