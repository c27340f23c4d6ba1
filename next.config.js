// @ts-check

import { ANSWER_HEADERS, DATA_POLICY } from "./scripts/launcher/answer-headers.mjs";

/**
 * The policy of the frame that shows a renderer (`lib/training/renderers/frame-document.ts`). It has no origin, so it reads no cookie
 * and nothing of ours; it loads nothing and sends nothing. The page's own policy lets the frame go to no other site.
 */
const framePolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "media-src data: blob:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");

/** @type {import("next").NextConfig} */
const config = {
  // A server with only what it needs; `scripts/prepare/standalone.mjs` adds the files that browsers load.
  output: "standalone",
  // Otherwise Next takes a parent folder with a lock file for the root of the output.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  // Writing the cache takes a quarter of a build, which only a later build gets back: see `scripts/prepare/build.mjs`.
  experimental: { turbopackFileSystemCacheForBuild: process.env.HEDDLE_BUILD_CACHE !== "off" },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // The image optimizer is not used; disabling it reduces the attack surface.
  images: { unoptimized: true },
  // `npm run verify` and `npm test` check the types, including those of tests, so a build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  // Native modules, and a client whose agents must not be copied into every bundle.
  serverExternalPackages: ["@libsql/client", "@node-rs/argon2", "libsql", "pg", "pino", "undici"],
  // A page and its Markdown have addresses that differ by their ending only.
  rewrites: async () => [{ source: "/settings/docs/:name([a-z0-9-]+).md", destination: "/api/docs/:name" }],
  headers: async () => [
    {
      // Also where the launcher does not start the server. The policy of pages comes from proxy.ts, with a nonce.
      source: "/:path*",
      headers: Object.entries(ANSWER_HEADERS).map(([key, value]) => ({ key, value })),
    },
    {
      // Responses with data, including those of routes and of Next itself that set no policy.
      source: "/:path(api/.*|health|oauth/(?:register|token|revoke|device-authorization|userinfo))",
      headers: [{ key: "content-security-policy", value: DATA_POLICY }],
    },
    {
      // The last value of a header counts.
      source: "/api/frame",
      headers: [
        { key: "content-security-policy", value: framePolicy },
        { key: "x-frame-options", value: "SAMEORIGIN" },
        { key: "x-dns-prefetch-control", value: "off" },
      ],
    },
    {
      // Covers responses that proxy.ts does not see: a file that is opened as a page can run nothing from elsewhere. A
      // worker takes its policy from its own file: it loads our scripts and calls our service.
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
