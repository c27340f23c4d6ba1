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
const KEY = "key-CANARY";
const BODY = { project_id: "far/away", limit: 2 };

const read = (changes: object = {}, role: Role = "admin") =>
  app.app(
    "imports.weave",
    { address: `${upstream.url}/base/`, key: KEY, operation: "calls.streamQuery", body: BODY, ...changes },
    role,
  );

describe("a response of another Weave service", () => {
  it("is read with the key of the request, below the address that was entered", async () => {
    upstream.reply = (response) => void response.end('{"id":"a","n":1.0}\n');
    expect(await (await read()).json()).toEqual({ text: '{"id":"a","n":1.0}\n' });
    expect(upstream.last).toMatchObject({ method: "POST", path: "/base/calls/stream_query" });
    expect(JSON.parse(String(upstream.last.body))).toEqual(BODY);
    expect(upstream.last.headers.authorization).toBe(`Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`);
    expect(upstream.last.headers.cookie).toBeUndefined();
  });

  it("has the bytes of a file in base64", async () => {
    upstream.reply = (response) => void response.end(Buffer.from([0, 255, 10]));
    const response = await read({ operation: "file.content", body: { project_id: "far/away", digest: "d" } });
    expect(await response.json()).toEqual({ text: "AP8K" });
  });

  it.each<[number, string, number, string]>([
    [401, "calls.streamQuery", 422, "validation"],
    [403, "calls.streamQuery", 403, "forbidden"],
    [404, "calls.streamQuery", 404, "not-found"],
    [404, "feedback.query", 404, "unsupported"],
    [302, "calls.streamQuery", 502, "upstream"],
    [500, "calls.streamQuery", 502, "upstream"],
  ])("that is %s of %s is a failure, without the key", async (status, operation, http, kind) => {
    upstream.reply = (response) => {
      response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {});
      response.end(JSON.stringify({ reason: `no ${KEY}` }));
    };
    const before = upstream.seen.length;
    const failure = await failureOf(await read({ operation }));
    expect(failure).toMatchObject({ http, kind });
    expect(upstream.seen.length - before).toBe(1);
    expect(JSON.stringify(failure)).not.toContain("CANARY");
  });

  it("that is too large is refused with a reason of its own, before it fills the memory", async () => {
    upstream.reply = (response) => {
      const chunk = Buffer.alloc(1024 ** 2, "x");
      let left = 64;
      const write = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(chunk)) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    };
    expect(await failureOf(await read())).toMatchObject({ http: 502, kind: "upstream", reason: "too-large" });
  });

  it.each<[string, object, Role, number]>([
    ["a member", {}, "member", 403],
    ["an operation that no import reads", { operation: "calls.delete" }, "admin", 422],
    ["an address that connections may not have", { address: "http://169.254.169.254" }, "admin", 422],
    ["a key inside the address", { address: "http://u:p@127.0.0.1" }, "admin", 422],
    ["a server that is not there", { address: "http://127.0.0.1:9" }, "admin", 502],
  ])("is not read for %s", async (_name, changes, role, status) => {
    const failure = await failureOf(await read(changes, role));
    expect([failure.http, upstream.seen.length]).toEqual([status, 0]);
    expect(JSON.stringify(failure)).not.toContain("CANARY");
  });
});
