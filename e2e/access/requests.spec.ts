import { readdirSync } from "node:fs";
import { dirname, extname } from "node:path";
import { callApp, makeWorkspace } from "@/e2e/support/open-workspace";
import { cookieOf, requestRaw } from "@/e2e/support/raw-http";
import { logCalls } from "@/e2e/support/service-client";
import { expect, test } from "@/e2e/support/test";

/** In the name of a call that only signed-in users may see. */
const CANARY = "CANARY-call-of-the-admin";

/** One address of each kind that the dashboard answers. */
const ADDRESSES = [
  "/",
  "/sign-in",
  "/set-up",
  "/no/such/page",
  "/settings/audit",
  "/health",
  "/api/health",
  "/api/no-such-route",
  "/api/app/session.current",
  "/api/app/no.such",
  "/api/service/local/health",
  "/api/service/none/none",
  "/api/mcp",
  "/api/auth/session",
  "/api/auth/csrf",
  "/share/hds_none",
  "/oauth/token",
  "/oauth/authorize",
  "/oauth/device",
  "/oauth/device-authorization",
  "/oauth/userinfo",
  "/.well-known/oauth-authorization-server",
  "/icon.svg",
  "/_next/static/none.js",
  // The framework refuses these before any route.
  "/%ff",
  "/_next/static/%ff.js",
  "/fonts/%c0%af",
] as const;

/** Addresses of the service, which browsers can open too. */
const SERVICE_ADDRESSES = ["/health", "/ready", "/metrics", "/openapi.json", "/call/read", "/no/such", "/%ff"];

/** Every route and page of the dashboard, with a word for each part of a path that varies. */
const ROUTES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))
  .map(
    (file) => `/${dirname(file)}`.replaceAll(/\/(?:\([^/]*\)|\.)(?=\/|$)/g, "").replaceAll(/\[+[^/]*\]+/g, "x") || "/",
  );

/** One file of each kind that is served as it is. */
function staticFiles(): string[] {
  const files = [
    ...readdirSync(".next/static", { recursive: true, encoding: "utf8" }).map((file) => `/_next/static/${file}`),
    ...readdirSync("public", { recursive: true, encoding: "utf8" }).map((file) => `/${file}`),
  ].filter((file) => extname(file) !== "");
  return [...new Map(files.map((file) => [extname(file), file])).values()];
}

test("sends the headers against framing, sniffing and foreign readers with every answer of every route, file and service", async ({
  heddle,
}) => {
  const paths = [...ROUTES, ...staticFiles()].map((path) => heddle.url + path);
  expect(paths.length).toBeGreaterThan(70);
  for (const url of [...paths, ...SERVICE_ADDRESSES.map((path) => heddle.serviceUrl + path)]) {
    const { headers } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    // The frame of a renderer is the only page that may be framed, and only by our own.
    const frame = url.endsWith("/api/frame")
      ? ["SAMEORIGIN", "frame-ancestors 'self'"]
      : ["DENY", "frame-ancestors 'none'"];
    expect([url, headers.get("x-frame-options"), headers.get("content-security-policy")]).toEqual([
      ...[url, frame[0]],
      expect.stringContaining(frame[1] ?? ""),
    ]);
    const others = ["x-content-type-options", "referrer-policy", "cross-origin-resource-policy", "x-powered-by"];
    expect([url, others.map((name) => headers.get(name))]).toEqual([
      url,
      ["nosniff", "no-referrer", "same-origin", null],
    ]);
  }
});

test("sends the headers against framing, sniffing and foreign readers with every answer", async ({ page, heddle }) => {
  const cookie = await cookieOf(page);
  const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec((await requestRaw(heddle.url, "/sign-in")).text) ?? [];
  expect(script).not.toBe("");
  for (const path of [...ADDRESSES, script]) {
    for (const headers of [{}, { cookie }, { origin: "https://evil.example" }]) {
      const answer = await requestRaw(heddle.url, path, { headers });
      const policy = String(answer.headers["content-security-policy"]);
      expect([path, answer.headers["x-frame-options"]]).toEqual([path, "DENY"]);
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
      expect([path, policy]).not.toEqual([path, expect.stringMatching(/script-src[^;]*'unsafe-(?:inline|eval)'/)]);
      expect([path, answer.headers["x-content-type-options"]]).toEqual([path, "nosniff"]);
      expect([path, answer.headers["referrer-policy"]]).toEqual([path, "no-referrer"]);
      expect([path, answer.headers["access-control-allow-origin"]]).toEqual([path, undefined]);
      expect([path, answer.headers["x-powered-by"], answer.headers.server]).toEqual([path, undefined, undefined]);
    }
  }
});

test("keeps answers of one user from everyone else: nothing but files is ever stored by a cache", async ({
  page,
  heddle,
  project,
}) => {
  await logCalls(heddle.serviceUrl, project, [{ op: CANARY, startedAt: new Date(), durationMs: 5 }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  const cookie = await cookieOf(page);
  for (const path of [`/${slug}/traces`, "/settings/members", "/api/auth/session", "/health", ...ADDRESSES]) {
    const own = await requestRaw(heddle.url, path, { headers: { cookie } });
    // Files are the same for everyone, and an answer without a body shows nothing.
    if (path !== "/icon.svg" && !path.startsWith("/_next/static/") && own.text !== "")
      expect([path, own.headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")]);
    const { text } = await requestRaw(heddle.url, path);
    expect([path, text.includes("ines@example.org"), text.includes(CANARY)]).toEqual([path, false, false]);
  }
});

test("acts on no request that another site can make with a user's cookie", async ({ page, heddle, project }) => {
  const cookie = await cookieOf(page);
  const input = JSON.stringify({ connectionId: "local", projectId: project });
  const workspaces = () => callApp(page, heddle.url, "workspaces.list", {});
  const before = await workspaces();
  const path = "/api/app/workspaces.create";
  const json = { cookie, "content-type": "application/json" };
  const forgeries: Readonly<Record<string, string>>[] = [
    json,
    { ...json, origin: "null" },
    { ...json, origin: "https://evil.example" },
    { ...json, origin: `https://${new URL(heddle.url).host}` },
    { ...json, origin: heddle.url, "sec-fetch-site": "cross-site" },
    { ...json, origin: heddle.url, "sec-fetch-site": "same-site" },
    { ...json, "sec-fetch-site": "none" },
    { ...json, referer: `${heddle.url}/` },
    { ...json, origin: heddle.url, "sec-fetch-site": "same-origin", "content-type": "text/plain" },
    {
      ...json,
      origin: heddle.url,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
  ];
  for (const headers of forgeries) {
    const answer = await requestRaw(heddle.url, path, { method: "POST", headers, body: input });
    expect([headers, [403, 415].includes(answer.status)]).toEqual([headers, true]);
    const relayed = await requestRaw(heddle.url, "/api/service/local/calls.queryStats", {
      method: "POST",
      headers,
      body: JSON.stringify({ project_id: project }),
    });
    expect([headers, [403, 415].includes(relayed.status)]).toEqual([headers, true]);
  }
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH"]) {
    const answer = await requestRaw(heddle.url, `${path}?input=${encodeURIComponent(input)}`, {
      method,
      headers: json,
    });
    expect([method, answer.status >= 400]).toEqual([method, true]);
  }
  expect(await workspaces()).toEqual(before);
  const headers = { ...json, origin: heddle.url, "sec-fetch-site": "same-origin" };
  expect((await requestRaw(heddle.url, path, { method: "POST", headers, body: input })).status).toBe(200);
});

test("takes its own address from the configuration, never from Host or forwarding headers", async ({ heddle }) => {
  const evil = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "444",
    "x-forwarded-for": "127.0.0.1",
    "x-original-url": "/settings/audit",
    "x-rewrite-url": "/settings/audit",
    forwarded: "host=evil.example;proto=https",
  };
  for (const path of ["/traces", "/api/auth/signin", "/api/auth/signout", "/api/auth/providers", ...ADDRESSES]) {
    for (const headers of [evil, { ...evil, host: "evil.example" }]) {
      const { status, headers: received, text } = await requestRaw(heddle.url, path, { headers });
      expect([path, status < 500]).toEqual([path, true]);
      expect([path, `${JSON.stringify(received)} ${text}`]).not.toEqual([
        path,
        expect.stringContaining("evil.example"),
      ]);
    }
  }
  // A page that makes a browser resolve its own name to this machine.
  const rebound = await requestRaw(heddle.url, "/api/mcp", { method: "POST", headers: { host: "evil.example" } });
  expect(rebound.status).toBe(403);
});

test("leads to no other site after signing in or out", async ({ heddle }) => {
  const targets = [
    "//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    `${heddle.url}@evil.example/`,
    `${heddle.url}.evil.example/`,
    "/%09/evil.example",
    "/\t/evil.example",
    "http://[",
    "http://",
    "data:text/html,x",
    "/%0d%0alocation:https://evil.example",
  ];
  const csrf = await requestRaw(heddle.url, "/api/auth/csrf");
  const cookie = (csrf.headers["set-cookie"] ?? []).map((text) => text.split(";")[0]).join("; ");
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const { host } = new URL(heddle.url);
  const staysHere = (target: string, location: string | undefined) => {
    if (location !== undefined) expect([target, new URL(location, heddle.url).host]).toEqual([target, host]);
  };
  for (const target of targets) {
    const encoded = encodeURIComponent(target);
    for (const path of [`/api/auth/signin?callbackUrl=${encoded}`, `/sign-in?callbackUrl=${encoded}`]) {
      const answer = await requestRaw(heddle.url, path);
      expect([path, answer.status < 500]).toEqual([path, true]);
      staysHere(target, answer.headers.location);
    }
    const body = new URLSearchParams({ csrfToken, callbackUrl: target }).toString();
    const headers = {
      cookie,
      origin: heddle.url,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    };
    for (const path of ["/api/auth/signout", "/api/auth/callback/credentials"]) {
      const answer = await requestRaw(heddle.url, path, { method: "POST", headers, body });
      expect([path, target, answer.status < 500]).toEqual([path, target, true]);
      staysHere(target, answer.headers.location);
    }
  }
});

test("shows nothing without a session through the framework's own requests", async ({ page, heddle, project }) => {
  await logCalls(heddle.serviceUrl, project, [{ op: CANARY, startedAt: new Date(), durationMs: 5 }]);
  const slug = await makeWorkspace(page, heddle.url, project);
  const ways: Readonly<Record<string, string>>[] = [
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1", "next-router-state-tree": "%5B%22%22%5D" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { "x-middleware-prefetch": "1", "x-nextjs-data": "1" },
    { "x-middleware-rewrite": "/settings/audit", "x-middleware-next": "1" },
    { "next-action": "0".repeat(42), "content-type": "text/plain" },
    { "next-action": "x", "content-type": "multipart/form-data; boundary=b" },
  ];
  const paths = [
    `/${slug}/traces`,
    `/${slug}/traces?_rsc=1`,
    `/${slug}/traces.rsc`,
    `/${slug}/traces.segments/_tree.segment.rsc`,
    `/_next/data/build/${slug}/traces.json`,
    `/_next/image?url=${encodeURIComponent(`/${slug}/traces`)}&w=64&q=75`,
    "/settings/members",
  ];
  for (const path of paths) {
    for (const headers of ways) {
      const method = "next-action" in headers ? "POST" : "GET";
      const answer = await requestRaw(heddle.url, path, {
        method,
        headers,
        ...(method === "POST" ? { body: "[]" } : {}),
      });
      expect([path, headers, answer.text.includes(CANARY), answer.text.includes("ines@")]).toEqual([
        path,
        headers,
        false,
        false,
      ]);
    }
  }
  expect((await requestRaw(heddle.url, "/health")).status).toBe(200);
});

test("takes no script permission from a request", async ({ heddle }) => {
  const headers = {
    "content-security-policy": "script-src 'nonce-evil\"><script>alert(1)</script>'",
    "content-security-policy-report-only": "script-src 'nonce-evil'",
    "x-nonce": "evil",
  };
  for (const path of ADDRESSES) {
    const answer = await requestRaw(heddle.url, path, { headers });
    expect([path, `${JSON.stringify(answer.headers)} ${answer.text}`]).not.toEqual([
      path,
      expect.stringMatching(/nonce-evil|nonce="evil|alert\(1\)/),
    ]);
  }
});
