// @module-tag all

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { buildDashboard, buildPrograms } from "@/scripts/prepare/build.mjs";
import { type Cookies, DashboardProcess } from "@/test/faults/deployment/dashboard-process";
import { ask, ServiceProcess } from "@/test/faults/service-process";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { openFiles, usedMemoryMib } from "./process-figures";

const MINUTE_MS = 60_000;
/** HEDDLE_SOAK_MINUTES tries another length: `HEDDLE_SOAK_MINUTES=2 npx vitest run test/faults/load/soak.test.ts`. */
const GIVEN_MINUTES = process.env.HEDDLE_SOAK_MINUTES;
const SOAK_MS = GIVEN_MINUTES === undefined ? scaled(0, 60 * MINUTE_MS) : Number(GIVEN_MINUTES) * MINUTE_MS;
const PATIENCE_MS = 600_000;

/** At least, so that a run without time still asks for everything. */
const MIN_ROUNDS = 4;
const ROUND_MS = 500;
const CALLS_OF_ROUND = 20;
/** Projects are deleted by their calls after so many rounds: what is stored stays the same, and memory with it. */
const ROUNDS_OF_PROJECT = 40;
/** Figures of an hour are compared from its second quarter on: until then caches fill. */
const MIN_FIGURES = 40;

/** What memory may grow by from the second to the last quarter: caches, pages that are not given back yet. */
const MAX_GROWTH = { shareOfBefore: 0.1, mib: 96 };
const MAX_MORE_FILES = 20;

const ADMIN = { email: "ines@example.org", password: "a long enough password" } as const;

let folder: string;
let service: ServiceProcess;
let dashboard: DashboardProcess;
let cookies: Cookies;

beforeAll(async () => {
  await buildPrograms();
  await buildDashboard();
  folder = mkdtempSync(join(tmpdir(), "heddle-soak-"));
  const servicePort = await freePort();
  const localToken = randomBytes(32).toString("hex");
  const token = { HEDDLE_LOCAL_TOKEN: localToken };
  service = new ServiceProcess({ dataFolder: join(folder, "service"), port: servicePort, variables: token });
  const variables = {
    HEDDLE_SECRET_KEY: randomBytes(32).toString("base64"),
    HEDDLE_ADMIN_EMAIL: ADMIN.email,
    HEDDLE_ADMIN_PASSWORD: ADMIN.password,
  };
  const place = { dataFolder: join(folder, "dashboard"), port: await freePort(), servicePort };
  dashboard = new DashboardProcess({ ...place, localToken, variables });
  await Promise.all([service.ready, dashboard.ready]);
  cookies = await dashboard.signIn(ADMIN);
}, PATIENCE_MS);

afterAll(async () => {
  await Promise.all([service?.kill(), dashboard?.kill()]);
  rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

function batchOf(project: string): { readonly ids: string[]; readonly body: unknown } {
  const ids = Array.from({ length: CALLS_OF_ROUND }, () => uuid7());
  const batch = ids.map((id, at) => ({
    ...{
      project_id: project,
      id,
      trace_id: ids[0],
      ...(at === 0 ? {} : { parent_id: ids[0] }),
      op_name: `op_${at % 5}`,
    },
    ...{ started_at: new Date().toISOString(), ended_at: new Date().toISOString(), attributes: {} },
    ...{ inputs: { text: randomBytes(500).toString("hex") }, output: { at }, summary: {} },
  }));
  return { ids, body: { batch } };
}

/** What a process uses at some time. */
interface Figures {
  readonly memoryMib: number;
  readonly files: number;
}

const figuresOf = (pid: number): Figures => ({ memoryMib: usedMemoryMib(pid) ?? 0, files: openFiles(pid) ?? 0 });

const middleOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The middle of the figures of one quarter: garbage makes single ones jump. */
function quarterOf(figures: readonly Figures[], quarter: 1 | 3): Figures {
  const part = figures.slice((figures.length * quarter) >> 2, (figures.length * (quarter + 1)) >> 2);
  return {
    memoryMib: middleOf(part.map(({ memoryMib }) => memoryMib)),
    files: middleOf(part.map(({ files }) => files)),
  };
}

/** Writes and reads through both programs once, and deletes what is old. */
async function round(number: number, ofProject: string[]): Promise<void> {
  const project = `soak/p${Math.floor(number / ROUNDS_OF_PROJECT)}`;
  const { ids, body } = batchOf(project);
  await ask(service.url, `/v2/${project}/calls/complete`, body);
  ofProject.push(...ids);
  const expected = ((number % ROUNDS_OF_PROJECT) + 1) * CALLS_OF_ROUND;
  const relayed = await dashboard.ask(cookies, "calls.queryStats", { project_id: project });
  expect(relayed).toMatchObject({ status: 200, body: { count: expected } });
  const rows = await ask(service.url, "/calls/stream_query", { project_id: project, limit: 50 });
  expect(rows.trimEnd().split("\n")).toHaveLength(Math.min(50, expected));
  await ask(service.url, "/calls/query_stats", { project_id: project, filter: { op_names: ["op_1"] } });
  expect((await dashboard.askApp(cookies, "workspaces.list", {})).status).toBe(200);
  const page = await fetch(`${dashboard.url}/sign-in`, { headers: { cookie: cookies }, redirect: "manual" });
  await page.body?.cancel();
  expect(page.status).toBeLessThan(400);
  if (number % ROUNDS_OF_PROJECT < ROUNDS_OF_PROJECT - 1) return;
  await ask(service.url, "/calls/delete", { project_id: project, call_ids: ofProject.splice(0) });
}

it(
  `memory and open files stay the same in ${Math.round(SOAK_MS / MINUTE_MS)} minutes of writing and reading`,
  async (test) => {
    const programs = [
      { name: "service", pid: service.pid, figures: [] as Figures[] },
      { name: "dashboard", pid: dashboard.pid, figures: [] as Figures[] },
    ];
    const startMs = performance.now();
    const ofProject: string[] = [];
    let rounds = 0;
    for (; rounds < MIN_ROUNDS || performance.now() - startMs < SOAK_MS; rounds += 1) {
      await round(rounds, ofProject);
      for (const { pid, figures } of programs) figures.push(figuresOf(pid));
      // As many rounds on a fast machine as on a slow one.
      await pause(Math.max(0, startMs + (rounds + 1) * (SOAK_MS === 0 ? 0 : ROUND_MS) - performance.now()));
    }
    for (const { name, figures } of programs) {
      const [before, after] = [quarterOf(figures, 1), quarterOf(figures, 3)];
      noteFigures(test, {
        [`rounds with the ${name}`]: rounds,
        [`memory of the ${name} in the second and the last quarter, MiB`]: `${before.memoryMib}; ${after.memoryMib}`,
        [`open files of the ${name} in the second and the last quarter`]: `${before.files}; ${after.files}`,
      });
      if (figures.length < MIN_FIGURES || before.memoryMib === 0) continue;
      const most = before.memoryMib + Math.max(MAX_GROWTH.mib, before.memoryMib * MAX_GROWTH.shareOfBefore);
      expect(after.memoryMib, `${name}: memory in MiB`).toBeLessThan(most);
      expect(after.files, `${name}: open files`).toBeLessThan(before.files + MAX_MORE_FILES);
    }
  },
  PATIENCE_MS + 2 * SOAK_MS,
);
