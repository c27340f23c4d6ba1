// @ts-check

/** On every path, static files and errors too. The policy of pages comes from proxy.ts, with a nonce. */
const headersEverywhere = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-xss-protection": "0",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // The optimizer is not used; what is not there cannot be attacked.
  images: { unoptimized: true },
  // `npm run verify` and `npm test` check the types, of the tests too; a build need not do so again.
  typescript: { ignoreBuildErrors: true },
  // Native modules, and a client whose agents must not be copied into every bundle.
  serverExternalPackages: ["@libsql/client", "@node-rs/argon2", "libsql", "pino", "undici"],
  headers: async () => [
    {
      source: "/:path*",
      headers: Object.entries(headersEverywhere).map(([key, value]) => ({ key, value })),
    },
    {
      // What proxy.ts does not see: should a file be opened as a page, it can run nothing from elsewhere. A worker takes
      // its policy from its own file: it loads our scripts and asks our service.
      source: "/:path(_next/.*|fonts/.*|icon.svg|favicon.ico)",
      headers: [
        {
          key: "content-security-policy",
          value:
            "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
      ],
    },
  ],
};

export default config;
