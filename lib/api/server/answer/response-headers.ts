/**
 * The headers of every answer of our API, and no others: what a service sends (cookies, policies, redirects) stays
 * outside. Opened directly in a browser, an answer cannot run or embed anything.
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
    // Proxies in front must hand rows on as they come.
    "x-accel-buffering": "no",
    "x-request-id": requestId,
    vary: "cookie",
  });
}
