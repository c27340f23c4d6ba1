import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { Agent, fetch } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/environment/environment";
import { AddressNotAllowedError, AddressPolicy } from "./address-policy";
import { guardedConnector } from "./guarded-connector";

/** Two addresses of this machine: one is on the list of allowed ones, the other is not. */
const ALLOWED = "127.0.0.2";
const PRIVATE = "127.0.0.1";

/** Only Linux has all addresses of this network without setting them up. */
const absence = process.platform === "linux" ? "" : " (skipped: this system has one address of its own)";

/** The connections that came, by address. */
let connections: string[];
let servers: Server[];
let sockets: Socket[];
let port: number;
let agent: Agent;

async function listen(address: string): Promise<void> {
  const server = createServer((socket) => {
    connections.push(address);
    sockets.push(socket);
    socket.on("error", () => undefined).resume();
    // Not TLS, and no answer that would keep the connection: each request opens one of its own.
    socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
  });
  server.listen(port, address);
  await once(server, "listening");
  servers.push(server);
  const own = server.address();
  if (own !== null && typeof own === "object") port = own.port;
}

/** A client of a policy, with a resolver that gives another answer each time that it is asked; the last one stays. */
function openClient(policy: "public-only" | "allowlist", answers: readonly (readonly string[])[]): void {
  const environment = readEnvironment({
    HEDDLE_CONNECTION_POLICY: policy,
    HEDDLE_CONNECTION_ALLOW: `${ALLOWED}/32`,
  });
  let asked = 0;
  const rules = new AddressPolicy(environment, async () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    return answer.map((address) => ({ address, family: 4 }));
  });
  agent = new Agent({ connect: guardedConnector(rules), pipelining: 0 });
}

/** Why a request failed; null for an answer. */
async function failureOf(scheme: string): Promise<Error | null> {
  const sent = fetch(`${scheme}://rebind.example:${port}/`, { dispatcher: agent });
  return await sent.then(
    () => null,
    ({ cause }) => cause,
  );
}

describe.skipIf(absence !== "")(`a name whose address changes${absence}`, () => {
  beforeEach(async () => {
    connections = [];
    servers = [];
    sockets = [];
    port = 0;
    await listen(ALLOWED);
    await listen(PRIVATE);
  });

  afterEach(async () => {
    await agent.destroy();
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  it.each([
    // With this policy only https is allowed: the connection itself is what counts here.
    ["public-only", "https"],
    ["allowlist", "http"],
  ] as const)(
    "is connected to where it was checked, and to no address of a later answer, with %s",
    async (policy, scheme) => {
      openClient(policy, [[ALLOWED], [PRIVATE]]);
      expect(await failureOf(scheme)).not.toBeInstanceOf(AddressNotAllowedError);
      expect(connections).toEqual([ALLOWED]);
      for (let request = 0; request < 3; request += 1) {
        expect(await failureOf(scheme)).toBeInstanceOf(AddressNotAllowedError);
      }
      expect(connections).toEqual([ALLOWED]);
    },
  );

  it.each(["public-only", "allowlist"] as const)(
    "is not connected to when one of its addresses is private, with %s",
    async (policy) => {
      openClient(policy, [[ALLOWED, PRIVATE]]);
      expect(await failureOf("https")).toBeInstanceOf(AddressNotAllowedError);
      expect(connections).toEqual([]);
    },
  );
});
