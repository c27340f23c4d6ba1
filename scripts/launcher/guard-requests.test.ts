import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PEER_HEADER } from "@/lib/auth/peer-header";
import "./guard-requests";

const server = createServer((request, response) => {
  if (request.url === "/own") response.setHeader("X-Frame-Options", "SAMEORIGIN");
  response.statusCode = request.url?.startsWith("/_next/") ? 404 : 200;
  response.end(JSON.stringify(request.headers));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

it("gives every answer its headers, also a refusal, and leaves those that a route sets", async () => {
  for (const path of ["/", "/%ff", "/%c3%a9?x=%ff", "/own"]) {
    const { status, headers } = await ask(path);
    expect([path, status]).toEqual([path, path === "/%ff" ? 404 : 200]);
    const all = Object.fromEntries(headers);
    expect(all).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": path === "/own" ? "SAMEORIGIN" : "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(all).not.toHaveProperty("strict-transport-security");
  }
});

it("asks for https on every answer, where the public address has it", async () => {
  vi.stubEnv("HEDDLE_URL", "https://heddle.example");
  try {
    expect((await ask("/%ff")).headers.get("strict-transport-security")).toContain("max-age=63072000");
  } finally {
    vi.unstubAllEnvs();
  }
});

it("says whose connection it is, whatever the caller writes", async () => {
  const sent = { [PEER_HEADER]: "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
  expect(await (await ask("/", sent)).json()).toMatchObject({ [PEER_HEADER]: "127.0.0.1" });
});
