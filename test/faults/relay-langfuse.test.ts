import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { TestDashboard } from "./relay-dashboard";
import { failureOf, startRelay } from "./relay-test-setup";
import type { Upstream } from "./relay-upstream";

let app: TestDashboard;
let upstream: Upstream;

startRelay({}, (scene) => {
  ({ app, upstream } = scene);
});

// The setup searches the log for this word.
const KEYS = { publicKey: "pk-lf-1", secretKey: "sk-lf-CANARY" };

const read = (changes: object = {}, role: Role = "admin") =>
  app.app(
    "imports.langfuse",
    {
      address: `${upstream.url}/lf/`,
      ...KEYS,
      path: "/v2/observations",
      query: { limit: "1000", cursor: "a b" },
      ...changes,
    },
    role,
  );

describe("a page of Langfuse's API", () => {
  it("is read with the keys of the request, below the address that was entered", async () => {
    upstream.reply = (response) => void response.end('{"data":[1.0]}');
    const response = await read();
    expect(await response.json()).toEqual({ status: 200, retryAfter: null, text: '{"data":[1.0]}' });
    expect(upstream.last).toMatchObject({
      method: "GET",
      path: "/lf/api/public/v2/observations?limit=1000&cursor=a+b",
    });
    expect(upstream.last.headers.authorization).toBe(
      `Basic ${Buffer.from(`${KEYS.publicKey}:${KEYS.secretKey}`).toString("base64")}`,
    );
    expect(upstream.last.headers.cookie).toBeUndefined();
  });

  it("is refused with its status and the wait that the server asks for, without its words; a redirect is not followed", async () => {
    upstream.reply = (response) => {
      response.writeHead(429, { "retry-after": "7" });
      response.end(`no more for ${KEYS.secretKey}`);
    };
    expect(await (await read()).json()).toEqual({ status: 429, retryAfter: "7", text: "" });
    upstream.reply = (response) => {
      response.writeHead(302, { location: "/elsewhere" });
      response.end();
    };
    const before = upstream.seen.length;
    expect(await (await read()).json()).toMatchObject({ status: 302, text: "" });
    expect(upstream.seen.length - before).toBe(1);
  });

  it.each<[string, object, Role, number]>([
    ["a member", {}, "member", 403],
    ["a path that no import reads", { path: "/v2/../admin" }, "admin", 422],
    ["an address that connections may not have", { address: "http://169.254.169.254" }, "admin", 422],
    ["keys inside the address", { address: "http://u:p@127.0.0.1" }, "admin", 422],
    ["a server that is not there", { address: "http://127.0.0.1:9" }, "admin", 502],
  ])("is not read for %s", async (_name, changes, role, status) => {
    const failure = await failureOf(await read(changes, role));
    expect([failure.http, upstream.seen.length]).toEqual([status, 0]);
    expect(JSON.stringify(failure)).not.toContain("CANARY");
  });
});
