import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { limitConnections } from "./connection-limits";

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  server = createServer({ connectionsCheckingInterval: 20 }, (_request, response) => response.end("here"));
  sockets = [];
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Opens a connection and returns all that it receives until it ends. */
async function open(bytes: string): Promise<{ readonly received: Promise<string> }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  // A server that refuses a connection may reset it.
  socket.on("error", () => undefined);
  const received = new Promise<string>((resolve) => socket.on("close", () => resolve(text)));
  await new Promise((resolve) => socket.on("connect", resolve));
  socket.write(bytes);
  return { received };
}

const WHOLE = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

describe("a server with limits", () => {
  it.each([
    ["nothing", ""],
    ["half a line", "GET /calls HT"],
    ["headers without an end", "GET / HTTP/1.1\r\nhost: localhost\r\nx-one: 1\r\n"],
  ])(
    "closes a connection that sends %s in time, and answers others",
    async (_, bytes) => {
      limitConnections(server, { maxConnections: 10, headersTimeoutMs: 100 });
      const late = await open(bytes);
      expect(await (await open(WHOLE)).received).toMatch(/^HTTP\/1\.1 200 [\s\S]*here$/);
      let isClosed = false;
      const received = late.received.finally(() => {
        isClosed = true;
      });
      // Less than Node's own limit.
      await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true);
      expect(await received).toMatch(/^(HTTP\/1\.1 408 [\s\S]*)?$/);
    },
    60_000,
  );

  it("closes connections beyond the limit as they come, and answers again once others have ended", async () => {
    limitConnections(server, { maxConnections: 3, headersTimeoutMs: 60_000 });
    const held = await Promise.all([open(""), open("GET"), open("GET /")]);
    expect(await (await open(WHOLE)).received).toBe("");
    for (const socket of sockets) socket.destroy();
    await Promise.all(held.map(({ received }) => received));
    await expect.poll(async () => await (await open(WHOLE)).received).toMatch(/^HTTP\/1\.1 200 /);
  });
});
