import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitUntilHealthy } from "./readiness";

const PATIENCE_MS = 150;
const REQUESTS_UNTIL_READY = 12;

let server: Server;
let url: string;

/** Ready after more requests than fit into the patience. */
beforeEach(async () => {
  let asked = 0;
  server = createServer((_, response) => {
    asked += 1;
    response.writeHead(asked > REQUESTS_UNTIL_READY ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("waiting for a program", () => {
  const signal = new AbortController().signal;

  it("ends after the patience when the program writes nothing", async () => {
    await expect(waitUntilHealthy(url, PATIENCE_MS, signal, () => 0)).rejects.toThrow("was not ready");
  });

  it("ends with the reason of the signal when that aborts", async () => {
    const ended = new AbortController();
    const waiting = waitUntilHealthy(url, 60_000, ended.signal, () => 0);
    ended.abort(new Error("the program has ended"));
    await expect(waiting).rejects.toThrow("the program has ended");
  });

  it("continues while the program writes lines", async () => {
    await expect(waitUntilHealthy(url, PATIENCE_MS, signal, () => performance.now())).resolves.toBeUndefined();
  });
});
