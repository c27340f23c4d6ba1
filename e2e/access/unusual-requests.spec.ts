import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { cookieOf, requestRaw, sendBytes } from "@/e2e/support/raw-http";
import { expect, test } from "@/e2e/support/test";

test("reaches no operation by another spelling of its address, with or without a session", async ({
  joinAs,
  heddle,
}) => {
  const viewer = await joinAs("viewer");
  const cookie = await cookieOf(viewer.page);
  const allowed = { cookie, origin: heddle.url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const spellings = [
    "/api/app/audit.list",
    "//api/app/audit.list",
    "/api//app/audit.list",
    "/api/./app/audit.list",
    "/api/app/../app/audit.list",
    "/api/app/audit.list/",
    "/api/app/audit.list;x=1",
    "/api/app/audit%2elist",
    "/api/app/%61udit.list",
    "/api/app/session.current%2f..%2faudit.list",
    "/api/app/session.current/../audit.list",
    "/api/app/..%2fapp%2faudit.list",
    "/api/app/audit.list%00",
    "/api/app/audit.list%ff",
    "/API/APP/audit.list",
    "/api/service/local/..%2f..%2fapp%2faudit.list",
    "/api/service/local/keys.list",
    "/api/service/local/..%2fkeys%2flist",
    "/api/service/..%2f..%2fapp/audit.list",
    `${heddle.url}/api/app/audit.list`,
  ];
  for (const path of spellings) {
    for (const headers of [allowed, { ...allowed, cookie: "" }]) {
      for (const method of ["POST", "GET"]) {
        const body = method === "POST" ? { body: "{}" } : {};
        const answer = await requestRaw(heddle.url, path, { method, headers, ...body });
        expect([path, method, answer.status >= 300, answer.text.includes("entries")]).toEqual([
          path,
          method,
          true,
          false,
        ]);
        expect([path, answer.text]).not.toEqual([path, expect.stringMatching(/\n\s+at .*\(/)]);
      }
    }
  }
  for (const method of ["TRACE", "OPTIONS", "PROPFIND"]) {
    const answer = await requestRaw(heddle.url, "/api/app/users.list", { method, headers: { cookie } });
    expect([method, answer.text.includes("ines@example.org")]).toEqual([method, false]);
  }
});

test("answers no second request that is hidden in the body of the first", async ({ heddle }) => {
  const hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const head = "POST /api/app/session.current HTTP/1.1\r\nHost: localhost\r\n";
  const attempts = [
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${head}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n${hidden}`,
    `${head}Transfer-Encoding:\n chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `POST /api/app/session.current HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n${hidden}`,
    `GET /sign-in HTTP/1.1\r\n\r\n${hidden}`,
    `GET http://evil.example/ HTTP/1.1\r\nContent-Length : 5\r\n\r\n${hidden}`,
  ];
  for (const bytes of attempts) {
    const text = await sendBytes(heddle.url, bytes);
    expect([bytes, text.split("HTTP/1.1 ").length - 1]).toEqual([bytes, 1]);
    expect([bytes, text]).toEqual([bytes, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
  }
});

test("stays up under requests of an unusual size", async ({ heddle }) => {
  const withCookie = (length: number) => `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=${"x".repeat(length)}\r\n\r\n`;
  expect(await sendBytes(heddle.url, withCookie(20_000))).toMatch(/^HTTP\/1\.1 431 /);
  // The answer is lost where the connection is reset before all bytes are sent.
  expect(await sendBytes(heddle.url, withCookie(1_000_000))).toMatch(/^(?:HTTP\/1\.1 431 |$)/);
  const long = await sendBytes(heddle.url, `GET /${"x".repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 4(?:14|31) /);
  const many = Array.from({ length: 500 }, (_, index) => `X-${index}: y\r\n`).join("");
  expect(
    await sendBytes(heddle.url, `GET /health HTTP/1.1\r\nConnection: close\r\n${many}Host: localhost\r\n\r\n`),
  ).toMatch(/^HTTP\/1\.1 /);
  expect((await requestRaw(heddle.url, "/health")).status).toBe(200);
});

test("opens no connection for a request to upgrade one", async ({ heddle }) => {
  const { hostname, port } = new URL(heddle.url);
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
  };
  for (const path of ["/", "/_next/webpack-hmr", "/api/app/users.list"]) {
    const sent = httpRequest({ hostname, port, path, headers, agent: false });
    const ended = Promise.race([
      once(sent, "upgrade").then(() => "upgraded"),
      once(sent, "response").then(([response]) => String(response.statusCode)),
      once(sent, "close").then(() => "closed"),
    ]).catch(() => "closed");
    sent.end();
    expect([path, await ended]).not.toEqual([path, "upgraded"]);
    sent.destroy();
  }
});
