import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import pino, { type Logger } from "pino";
import { openService, type Service } from "@/service/service";
import { LOCAL_TOKEN_CANARY, TestDashboard } from "./relay-dashboard";

/** A dashboard in front of a real service on a free port, with a data folder of its own. */
export class DashboardWithService {
  readonly app: TestDashboard;
  readonly port: number;
  readonly #folder: string;
  readonly #service: Service;
  readonly #server: ServerType;

  private constructor(app: TestDashboard, port: number, folder: string, service: Service, server: ServerType) {
    this.app = app;
    this.port = port;
    this.#folder = folder;
    this.#service = service;
    this.#server = server;
  }

  /**
   * @param log of the service
   * @param prepare fills its data folder
   */
  static async open(
    log: Logger = pino({ level: "silent" }),
    prepare: (folder: string) => Promise<void> = async () => undefined,
  ): Promise<DashboardWithService> {
    const folder = mkdtempSync(join(tmpdir(), "heddle-service-"));
    await prepare(folder);
    const service = await openService({ dataFolder: folder, HEDDLE_LOCAL_TOKEN: LOCAL_TOKEN_CANARY }, log);
    const { port, server } = await new Promise<{ port: number; server: ServerType }>((resolve) => {
      const opened = serve({ fetch: service.fetch, hostname: "127.0.0.1", port: 0 }, (address) =>
        resolve({ port: address.port, server: opened }),
      );
    });
    const app = await TestDashboard.open({ HEDDLE_SERVICE_PORT: String(port) });
    return new DashboardWithService(app, port, folder, service, server);
  }

  async close(): Promise<void> {
    await this.app.close();
    this.#server.close();
    await this.#service.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
