import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/e2e/support/free-port";
import { readEnvironment } from "@/lib/environment/environment";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { prepareSetUp } from "@/scripts/launcher/set-up";
import { type SharedServers, startSharedServers } from "@/service/traces/store/testing/shared-servers";
import { SCRIPTED_TRAINER } from "@/service/training/testing/open-test-training";
import { SERVICE_KEY, ServiceProcess } from "@/test/faults/service-process";
import { DashboardProcess, type DashboardProcessOptions } from "./dashboard-process";

const SERVICES = 3;
const DASHBOARDS = 2;
const LEASE_SECONDS = 8;

/** The first admin, which each dashboard is told to create. */
export const ADMIN = { email: "ines@example.org", password: "a long enough password" } as const;

/** A service at an address that stays, in a process that does not. */
interface ServicePlace {
  readonly port: number;
  readonly dataFolder: string;
  process: ServiceProcess;
}

/**
 * All that a team runs, on this machine: PostgreSQL, an object server, the front in place of a ClickHouse server, three
 * services and two dashboards of the production build.
 */
export class Deployment {
  readonly folder = mkdtempSync(join(tmpdir(), "heddle-deployment-"));
  readonly #localToken = randomBytes(32).toString("hex");
  #servers: SharedServers | undefined;
  #database: TestDatabase | undefined;
  #shared: Readonly<Record<string, string>> = {};
  #services: ServicePlace[] = [];
  #dashboards: DashboardProcess[] = [];

  /** Starts everything. Close it also when this rejects. */
  async open(): Promise<void> {
    this.#servers = await startSharedServers();
    this.#database = await createTestDatabase();
    this.#shared = {
      DATABASE_URL: this.#database.url,
      HEDDLE_LEASE_SECONDS: String(LEASE_SECONDS),
      HEDDLE_LOCAL_TOKEN: this.#localToken,
      HEDDLE_SERVICE_SECRET_KEY: randomBytes(32).toString("base64"),
      HEDDLE_TRAINER: SCRIPTED_TRAINER,
      ...this.#servers.variables,
    };
    for (let count = 0; count < SERVICES; count += 1) {
      const dataFolder = this.#newFolder(`service-${count}`);
      const port = await freePort();
      this.#services.push({ port, dataFolder, process: this.#serviceAt(port, dataFolder) });
    }
    await this.#startDashboards();
    await Promise.all([...this.services, ...this.#dashboards].map((one) => one.ready));
  }

  get services(): readonly ServiceProcess[] {
    return this.#services.map((place) => place.process);
  }

  get dashboards(): readonly [DashboardProcess, DashboardProcess] {
    const [first, second] = this.#dashboards;
    if (!first || !second) throw new Error("The dashboards are not open.");
    return [first, second];
  }

  /** Kills a service, starts it again at the same address and on the same folder, and waits until it responds. */
  async restart(service: ServiceProcess): Promise<void> {
    const place = this.#services.find((one) => one.process === service);
    if (place === undefined) throw new Error("This service does not run.");
    await service.kill();
    place.process = this.#serviceAt(place.port, place.dataFolder);
    await place.process.ready;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#dashboards, ...this.services].map((one) => one.kill()));
    await this.#servers?.stop();
    await this.#database?.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #newFolder(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  }

  #serviceAt(port: number, dataFolder: string): ServiceProcess {
    return new ServiceProcess({ dataFolder, port, variables: this.#shared });
  }

  async #startDashboards(): Promise<void> {
    const ports = await Promise.all(Array.from({ length: DASHBOARDS }, freePort));
    const variables = {
      DATABASE_URL: this.#shared.DATABASE_URL ?? "",
      HEDDLE_SECRET_KEY: randomBytes(32).toString("base64"),
      // A load balancer would be there.
      HEDDLE_URL: `http://localhost:${ports[0]}`,
      HEDDLE_ADMIN_EMAIL: ADMIN.email,
      HEDDLE_ADMIN_PASSWORD: ADMIN.password,
    };
    const options: DashboardProcessOptions[] = [];
    for (const [at, port] of ports.entries()) {
      const dataFolder = this.#newFolder(`dashboard-${at}`);
      const servicePort = this.#services[at]?.port ?? 0;
      options.push({ dataFolder, port, servicePort, localToken: this.#localToken, variables });
    }
    // As their launchers do, at the same time.
    const prepare = async ({ dataFolder }: DashboardProcessOptions) => {
      const environment = { ...variables, HEDDLE_DATA: dataFolder, HEDDLE_API_KEY: SERVICE_KEY };
      await prepareSetUp("production", readEnvironment(environment));
    };
    await Promise.all(options.map(prepare));
    this.#dashboards = options.map((one) => new DashboardProcess(one));
  }
}
