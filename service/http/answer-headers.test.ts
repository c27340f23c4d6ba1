import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { giveHeadersToAllAnswers, RESPONSE_HEADERS } from "./answer-headers";

const server = createServer((request, response) => {
  if (request.url === "/own") response.setHeader("Cache-Control", "max-age=60");
  response.statusCode = 404;
  response.end();
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

it("are on answers that no route gives, with https only where the public address has it, and give way to those of a route", async () => {
  const ask = async (path: string) =>
    Object.fromEntries((await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).headers);
  expect(await ask("/")).not.toHaveProperty("x-frame-options");
  giveHeadersToAllAnswers("http://localhost:7701");
  expect(await ask("/")).toMatchObject(RESPONSE_HEADERS);
  expect(await ask("/")).not.toHaveProperty("strict-transport-security");
  giveHeadersToAllAnswers("https://traces.example.org");
  expect(await ask("/own")).toMatchObject({
    ...RESPONSE_HEADERS,
    "cache-control": "max-age=60",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
  });
});
