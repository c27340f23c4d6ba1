// @module-tag all
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { readEnvironment } from "@/lib/environment/environment";
import { prepareSetUp } from "@/scripts/launcher/set-up";
import { buildDashboard, buildPrograms } from "@/scripts/prepare/build.mjs";
import { noteFigures, sized } from "@/test/setup/test-length";
import { type Cookies, DashboardProcess } from "./deployment/dashboard-process";
import { SeededRandom } from "./seeded-random";
import { ServiceProcess } from "./service-process";

const KILLS = sized({ once: 2, all: 3, long: 100 });
const CLIENTS = 4;
const ADMIN = { email: "ines@example.org", password: "a long enough password" } as const;
/** A build and some starts; a busy machine must not make it fail. */
const PATIENCE_MS = 1_800_000;

const localToken = randomBytes(32).toString("hex");
let dataFolder: string;
let variables: Readonly<Record<string, string>>;
let port: number;
let servicePort: number;
let service: ServiceProcess | undefined;
let running: DashboardProcess | undefined;

beforeAll(async () => {
  await buildPrograms();
  await buildDashboard();
}, PATIENCE_MS);

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "heddle-dashboard-kill-"));
  port = await freePort();
  variables = {
    HEDDLE_SECRET_KEY: randomBytes(32).toString("base64"),
    HEDDLE_URL: `http://localhost:${port}`,
    HEDDLE_ADMIN_EMAIL: ADMIN.email,
    HEDDLE_ADMIN_PASSWORD: ADMIN.password,
  };
  await prepareSetUp("production", readEnvironment({ ...variables, HEDDLE_DATA: dataFolder }));
  servicePort = await freePort();
  service = new ServiceProcess({
    dataFolder: join(dataFolder, "service"),
    port: servicePort,
    variables: { HEDDLE_LOCAL_TOKEN: localToken },
  });
  await service.ready;
}, PATIENCE_MS);

afterEach(async () => {
  await Promise.all([running?.kill(), service?.kill()]);
  rmSync(dataFolder, { recursive: true, force: true });
}, PATIENCE_MS);

async function start(): Promise<DashboardProcess> {
  running = new DashboardProcess({ dataFolder, port, servicePort, localToken, variables });
  await running.ready;
  return running;
}

/** What was acknowledged: the workspaces that must exist and those that must not, by project. */
class WorkspaceLedger {
  readonly present = new Map<string, string>();
  readonly removed = new Set<string>();
  /** Projects whose request was not answered, so that either is right. */
  readonly unknown = new Set<string>();
  #count = 0;

  newProject(): string {
    this.#count += 1;
    return `kill/p${this.#count}`;
  }

  get size(): number {
    return this.present.size + this.removed.size;
  }
}

/** Creates workspaces, and removes one of three again, until the connection breaks. */
async function writeUntilBroken(
  dashboard: DashboardProcess,
  cookies: Cookies,
  ledger: WorkspaceLedger,
  onAcknowledged: () => void,
): Promise<void> {
  for (;;) {
    const projectId = ledger.newProject();
    ledger.unknown.add(projectId);
    try {
      const created = await dashboard.askApp(cookies, "workspaces.create", { connectionId: "local", projectId });
      expect(created.status).toBe(200);
      const { id } = (created.body as AppResultOf<"workspaces.create">).workspace;
      ledger.unknown.delete(projectId);
      ledger.present.set(projectId, id);
      onAcknowledged();
      if (ledger.size % 3 !== 0) continue;
      ledger.present.delete(projectId);
      ledger.unknown.add(projectId);
      const deleted = await dashboard.askApp(cookies, "workspaces.delete", { id });
      expect(deleted.status).toBe(200);
      ledger.unknown.delete(projectId);
      ledger.removed.add(projectId);
      onAcknowledged();
    } catch (error) {
      // What fetch throws when the connection breaks or is refused.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function projectsOf(dashboard: DashboardProcess, cookies: Cookies): Promise<string[]> {
  const { status, body } = await dashboard.askApp(cookies, "workspaces.list", {});
  expect(status).toBe(200);
  return (body as AppResultOf<"workspaces.list">).workspaces.map(({ projectId }) => projectId);
}

it(
  `a killed dashboard keeps every acknowledged change, once, and its sessions, through ${KILLS} kills`,
  async (test) => {
    const random = new SeededRandom(Date.now() % 2 ** 32);
    const repeat = `seed ${random.seed}`;
    const ledger = new WorkspaceLedger();
    let dashboard = await start();
    const cookies = await dashboard.signIn(ADMIN);
    for (let kills = 0; kills < KILLS; kills += 1) {
      const current = dashboard;
      let acknowledgementsLeft = random.between(1, 40);
      let kill: Promise<void> | undefined;
      const onAcknowledged = () => {
        acknowledgementsLeft -= 1;
        // A few milliseconds decide which step of a write the kill interrupts.
        if (acknowledgementsLeft <= 0) kill ??= pause(random.between(0, 15)).then(() => current.kill());
      };
      const clients = Array.from({ length: CLIENTS }, () => writeUntilBroken(current, cookies, ledger, onAcknowledged));
      await Promise.all(clients);
      expect(kill, `${repeat}: the connection broke before the kill`).toBeDefined();
      await kill;

      dashboard = await start();
      expect(await dashboard.userOf(cookies), repeat).toBe(ADMIN.email);
      const stored = await projectsOf(dashboard, cookies);
      expect(new Set(stored).size, repeat).toBe(stored.length);
      const known = stored.filter((projectId) => projectId.startsWith("kill/") && !ledger.unknown.has(projectId));
      expect(known.sort(), repeat).toEqual([...ledger.present.keys()].sort());
    }
    expect(ledger.removed.size).toBeGreaterThan(0);
    noteFigures(test, { kills: KILLS, "acknowledged changes": ledger.size, "lost or doubled": 0 });
  },
  PATIENCE_MS,
);
