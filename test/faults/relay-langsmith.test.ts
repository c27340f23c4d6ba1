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
const KEY = "lsv2-CANARY";

const read = (changes: object = {}, role: Role = "admin") =>
  app.app(
    "imports.langsmith",
    { address: `${upstream.url}/ls/`, key: KEY, path: "/datasets", query: { limit: "100", offset: "0" }, ...changes },
    role,
  );

describe("a page of LangSmith's API", () => {
  it("is read with the key and the workspace of the request, below the address that was entered", async () => {
    upstream.reply = (response) => void response.end("[1.0]");
    expect(await (await read()).json()).toEqual({ status: 200, retryAfter: null, text: "[1.0]" });
    expect(upstream.last).toMatchObject({ method: "GET", path: "/ls/api/v1/datasets?limit=100&offset=0" });
    expect(upstream.last.headers["x-api-key"]).toBe(KEY);
    expect([upstream.last.headers["x-tenant-id"], upstream.last.headers.cookie]).toEqual([undefined, undefined]);
    await read({ tenantId: "w1" });
    expect(upstream.last.headers["x-tenant-id"]).toBe("w1");
  });

  it("is asked for with POST where it is of runs", async () => {
    upstream.reply = (response) => void response.end("{}");
    await read({ path: "/runs/query", query: {}, body: { session: ["p1"], limit: 100 } });
    expect(upstream.last).toMatchObject({ method: "POST", path: "/ls/api/v1/runs/query" });
    expect(JSON.parse(String(upstream.last.body))).toEqual({ session: ["p1"], limit: 100 });
    expect(upstream.last.headers["content-type"]).toBe("application/json");
  });

  it("is refused with its status, without its words; a redirect is not followed", async () => {
    upstream.reply = (response) => {
      response.writeHead(403);
      response.end(`not for ${KEY}`);
    };
    expect(await (await read({ path: "/repos" })).json()).toEqual({ status: 403, retryAfter: null, text: "" });
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
    ["a path that no import reads", { path: "/api-key" }, "admin", 422],
    ["a path that leads out of a prompt", { path: "/commits/-/.." }, "admin", 422],
    ["prompts of other owners", { path: "/commits/owner/agent" }, "admin", 422],
    ["a list with a body", { body: {} }, "admin", 422],
    ["runs without a body", { path: "/runs/query" }, "admin", 422],
    ["a key that is not a header", { key: `${KEY}\r\nx-more: 1` }, "admin", 422],
    ["a member that is unknown", { method: "DELETE" }, "admin", 422],
    ["an address that connections may not have", { address: "http://169.254.169.254" }, "admin", 422],
    ["a server that is not there", { address: "http://127.0.0.1:9" }, "admin", 502],
  ])("is not read for %s", async (_name, changes, role, status) => {
    const failure = await failureOf(await read(changes, role));
    expect([failure.http, upstream.seen.length]).toEqual([status, 0]);
    expect(JSON.stringify(failure)).not.toContain("CANARY");
  });

  it("is read for each list of an import, and for commits of prompts", async () => {
    upstream.reply = (response) => void response.end("[]");
    const lists = ["/sessions", "/examples", "/feedback", "/repos", "/commits/-/my_agent-2", "/commits/-/agent/0af9"];
    for (const path of lists) expect([path, (await read({ path })).status]).toEqual([path, 200]);
  });
});
