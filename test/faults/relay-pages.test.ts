import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import nextConfig from "@/next.config.js";
import { config, pagePolicy, proxy } from "@/proxy";

const forwarded = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

describe("pages", () => {
  it("get another nonce each time, and Next receives the same one", () => {
    const answers = [1, 2].map(() => proxy(new NextRequest("http://localhost:7700/air/traces")));
    const policies = answers.map((answer) => answer.headers.get("content-security-policy") ?? "");
    expect(new Set(policies).size).toBe(2);
    for (const [index, answer] of answers.entries()) {
      expect(forwarded(answer, "content-security-policy")).toBe(policies[index]);
      expect(policies[index]).toContain(`'nonce-${forwarded(answer, "x-nonce")}'`);
    }
  });

  it("take no nonce and no policy from a visitor", () => {
    const headers = {
      "content-security-policy": "script-src 'nonce-evil'",
      "content-security-policy-report-only": "script-src 'nonce-evil'",
      "x-nonce": '"><script>',
    };
    const answer = proxy(new NextRequest("http://localhost:7700/", { headers }));
    expect([...answer.headers].join()).not.toContain("evil");
    expect([...answer.headers].join()).not.toContain("<script>");
  });

  it("run no script without a nonce in production, and cannot be framed", () => {
    const policy = pagePolicy("n", false);
    const scripts = policy.split("; ").find((directive) => directive.startsWith("script-src"));
    expect(scripts).toBe("script-src 'self' 'nonce-n' 'strict-dynamic'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toContain("http:");
  });

  it("are not cached", () => {
    const answer = proxy(new NextRequest("http://localhost:7700/"));
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("the request hook", () => {
  const isSeen = (path: string) => config.matcher.some((source) => new RegExp(`^${source}$`).test(path));

  it.each(["/", "/sign-in", "/air/traces", "/healthy", "/api-notes", "/settings/connections"])("sees %s", (path) => {
    expect(isSeen(path)).toBe(true);
  });

  it.each(["/api/service/local/call.upsertBatch", "/api/auth/csrf", "/health", "/_next/static/a.js", "/fonts/x.woff2"])(
    "never buffers the body of %s",
    (path) => {
      expect(isSeen(path)).toBe(false);
    },
  );
});

describe("every response", () => {
  it("has the headers that prevent sniffing, framing and embedding", async () => {
    const [everywhere] = (await nextConfig.headers?.()) ?? [];
    expect(everywhere?.source).toBe("/:path*");
    const headers = Object.fromEntries(everywhere?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(nextConfig.poweredByHeader).toBe(false);
  });

  it("comes from the dashboard itself: no address is rewritten to another host", async () => {
    const rewrites = await nextConfig.rewrites?.();
    expect(rewrites).toEqual([
      { source: expect.any(String), destination: expect.stringMatching(/^\/api\/docs\/:name$/) },
    ]);
  });
});
