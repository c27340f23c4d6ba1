import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { requireFreePort } from "./ports";

describe("requireFreePort", () => {
  it("names a port in use and the variable that chooses another", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await expect(requireFreePort("127.0.0.1", port, "HEDDLE_SERVICE_PORT")).rejects.toThrow(
      new RegExp(`Port ${port} on 127.0.0.1 is in use.*HEDDLE_SERVICE_PORT=\\d+ npm start`),
    );
    server.close();
    await once(server, "close");
    await expect(requireFreePort("127.0.0.1", port, "HEDDLE_SERVICE_PORT")).resolves.toBeUndefined();
  });

  it("reports an address that does not belong to this machine", async () => {
    await expect(requireFreePort("192.0.2.1", 7700, "PORT")).rejects.toThrow("This machine has no address 192.0.2.1.");
  });
});
