import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import pino from "pino";
import { openService, type Service } from "@/service/service";

export interface ServedService {
  readonly url: string;
  readonly service: Service;
  close(): Promise<void>;
}

/** Opens the service of a data folder on a free port of this machine. */
export async function serveService(dataFolder: string, key: string): Promise<ServedService> {
  const service = await openService({ dataFolder, HEDDLE_API_KEY: key }, pino({ level: "silent" }));
  // `serve` returns an HTTP/1 server by default.
  const server = serve({ fetch: service.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    service,
    async close() {
      const closed = server.listening ? once(server, "close") : null;
      server.close();
      // An open connection would still be answered by the closed service.
      server.closeAllConnections();
      await closed;
      await service.close();
    },
  };
}
