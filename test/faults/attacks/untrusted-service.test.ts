import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDashboard } from "@/test/faults/relay-dashboard";
import { startRelay } from "@/test/faults/relay-test-setup";
import { UNTRUSTED_CERTIFICATE } from "./untrusted-certificate";

let app: TestDashboard;
let server: Server;
let requests = 0;

startRelay({}, (scene) => {
  ({ app } = scene);
});

beforeAll(async () => {
  server = createServer(UNTRUSTED_CERTIFICATE, (_, response) => {
    requests += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("a service with a certificate that nobody trusts gets no request, and the page says why", async () => {
  const { port } = server.address() as AddressInfo;
  const connection = await app.connect(`https://localhost:${port}`);
  const response = await app.call("calls.queryStats", { connection, body: { project_id: "demo/airline" } });
  expect(response.status).toBe(502);
  const { error } = (await response.json()) as { error: { kind: string; message: string } };
  expect(error).toMatchObject({
    kind: "unreachable",
    message: expect.stringContaining("has an untrusted certificate"),
  });
  expect(requests).toBe(0);
});
