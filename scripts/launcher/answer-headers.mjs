/** Headers of every answer of the dashboard: of pages, data, files, and of the framework's own errors. */
export const ANSWER_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-xss-protection": "0",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The policy of answers that are no page: they load and run nothing, in no frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Browsers that have received it ask by https for two years. */
export const HSTS = "max-age=63072000; includeSubDomains";
