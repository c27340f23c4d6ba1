// @module-tag all

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { requestRaw } from "@/e2e/support/raw-http";
import { buildDashboard, buildPrograms } from "@/scripts/prepare/build.mjs";
import { DashboardProcess } from "@/test/faults/deployment/dashboard-process";
import { ServiceProcess } from "@/test/faults/service-process";
import { isLong, noteFigures, scaled } from "@/test/setup/test-length";
import { type HalfOpen, openHalf } from "./half-open-requests";
import { openFiles, peakMemoryMib } from "./process-figures";

const PATIENCE_MS = 600_000;
const CONNECTIONS = scaled(100, 10_000);
const REQUESTS = scaled(5, 50);
const MAX_GROWTH_MIB = 512;
/** Far less than the connections of a short run. */
const MAX_FILES_LEFT = 30;

let folders: string[];
let service: ServiceProcess;
let dashboard: DashboardProcess;

beforeAll(async () => {
  await buildPrograms();
  await buildDashboard();
  folders = ["service", "dashboard"].map((name) => mkdtempSync(join(tmpdir(), `heddle-half-open-${name}-`)));
  const [ofService = "", ofDashboard = ""] = folders;
  const servicePort = await freePort();
  service = new ServiceProcess({ dataFolder: ofService, port: servicePort });
  const place = { dataFolder: ofDashboard, port: await freePort(), servicePort };
  dashboard = new DashboardProcess({ ...place, localToken: "t".repeat(43), variables: {} });
  await Promise.all([service.ready, dashboard.ready]);
}, PATIENCE_MS);

afterAll(async () => {
  await Promise.all([service.kill(), dashboard.kill()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

const untilClosed = async ({ socket }: HalfOpen) =>
  socket.closed || (await new Promise((resolve) => socket.once("close", resolve)));

// Idle, half sent and slow ones, a sixth of each kind.
describe.each([
  ["service", () => service],
  ["dashboard", () => dashboard],
] as const)(`${CONNECTIONS} half-open connections to the %s`, (name, program) => {
  it(
    "do not keep it from answering others",
    async (test) => {
      const { url, pid } = program();
      const answer = async () => (await requestRaw(url, "/health")).status;
      expect(await answer()).toBe(200);
      const before = peakMemoryMib(pid);
      const filesBefore = openFiles(pid);
      const connections = await openHalf(url, CONNECTIONS);
      let slowestMs = 0;
      for (let request = 0; request < REQUESTS; request += 1) {
        const startMs = performance.now();
        expect(await answer()).toBe(200);
        slowestMs = Math.max(slowestMs, performance.now() - startMs);
      }
      const growth = (peakMemoryMib(pid) ?? 0) - (before ?? 0);
      expect(growth).toBeLessThan(MAX_GROWTH_MIB);
      const startMs = performance.now();
      // Up to 50 s: a short run leaves it to the test of the limits.
      if (isLong) await Promise.all(connections.filter(({ isHead }) => isHead).map(untilClosed));
      noteFigures(test, {
        [`half-open connections to the ${name}`]: CONNECTIONS,
        "slowest request meanwhile, ms": Math.round(slowestMs),
        "memory for them, MiB": growth,
        "seconds until those without a whole head were closed": Math.round((performance.now() - startMs) / 1_000),
      });
      for (const { socket } of connections) socket.destroy();
      expect(await answer()).toBe(200);
      if (filesBefore === null) return;
      // Those of other requests and of the engine come and go.
      const left = () => (openFiles(pid) ?? 0) - filesBefore;
      await expect.poll(left, { timeout: PATIENCE_MS }).toBeLessThan(MAX_FILES_LEFT);
    },
    PATIENCE_MS,
  );
});
