import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { requestRaw } from "@/e2e/support/raw-http";
import { type Heddle, type RunOptions, runHeddle, startHeddle, untilPrinted } from "@/e2e/support/run-heddle";
import { logCalls, send } from "@/e2e/support/service-client";
import { requireFreePort } from "@/scripts/launcher/ports";
import { buildDashboard, buildPrograms } from "@/scripts/prepare/build.mjs";
import { openHalf } from "@/test/faults/load/half-open-requests";
import { sized } from "@/test/setup/test-length";

/** Long enough for a build on a busy machine; a test that hangs still ends. */
const PATIENCE_MS = 600_000;
/** Connections to each program whose requests never end. */
const HALF_OPEN = 20;
const WAIT = { timeout: 120_000, interval: 50 };

let dataFolder: string;
let started: Heddle[];

beforeAll(async () => {
  await buildPrograms();
  await buildDashboard();
}, PATIENCE_MS);

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "heddle-start-"));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((heddle) => heddle.stop()));
  rmSync(dataFolder, { recursive: true, force: true });
}, PATIENCE_MS);

async function run(options: RunOptions = {}): Promise<Heddle> {
  const heddle = await runHeddle({ dataFolder, ...options });
  started.push(heddle);
  return heddle;
}

/** A start that is expected to fail: its exit code and its output. */
async function failedStart(env: Record<string, string | undefined>): Promise<{ code: number | null; text: string }> {
  const heddle = await startHeddle({ dataFolder, env });
  started.push(heddle);
  return { code: await heddle.ended, text: heddle.output() };
}

/** Process ids of the service in its log lines, oldest first. */
function servicePids({ output }: Heddle): number[] {
  const pids = [...output().matchAll(/"pid":(\d+),"hostname":"[^"]*","name":"service"/g)].map((match) =>
    Number(match[1]),
  );
  return [...new Set(pids)];
}

function servicePid(heddle: Heddle): number {
  const pid = servicePids(heddle).at(-1);
  if (pid === undefined) throw new Error(`The service logged no process id:\n${heddle.output()}`);
  return pid;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

async function countCalls(heddle: Heddle, project: string): Promise<unknown> {
  return await send(heddle.serviceUrl, "/calls/query_stats", { project_id: project });
}

/** Resolves when nothing listens on the ports of a Heddle any more. */
async function untilPortsAreFree({ url, serviceUrl }: Heddle): Promise<void> {
  await vi.waitFor(async () => {
    await requireFreePort("127.0.0.1", Number(new URL(url).port), "PORT");
    await requireFreePort("127.0.0.1", Number(new URL(serviceUrl).port), "HEDDLE_SERVICE_PORT");
  }, WAIT);
}

function askWithKey({ serviceUrl }: Heddle, key: string, path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${serviceUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** A system that the audit log is forwarded to, with the first message that it gets. */
async function auditReceiver(): Promise<{ url: string; received: Promise<string> }> {
  const server = createHttpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const received = once(server, "request").then(async ([request, response]) => {
    const body = await text(request);
    response.end();
    server.close();
    return body;
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const RESTARTED = "faults/restart";

/** Kills the service, and expects that it is restarted with all that it acknowledged while the dashboard continues. */
async function expectRestartOfService(heddle: Heddle): Promise<void> {
  await logCalls(heddle.serviceUrl, RESTARTED, [{ op: "before", startedAt: new Date(), durationMs: 5 }]);
  process.kill(servicePid(heddle), "SIGKILL");
  await untilPrinted(heddle, "The service was ended by SIGKILL; restarting it in");
  // Its health is that of both; its pages are its own.
  expect(await statusOf(`${heddle.url}/sign-in`)).toBe(200);
  await untilPrinted(heddle, "The service is ready again.");

  await logCalls(heddle.serviceUrl, RESTARTED, [{ op: "after", startedAt: new Date(), durationMs: 5 }]);
  expect(await countCalls(heddle, RESTARTED)).toMatchObject({ count: 2 });
  expect(servicePids(heddle)).toHaveLength(2);
  expect(await statusOf(`${heddle.url}/health`)).toBe(200);
  expect(heddle.output()).not.toContain("The dashboard ");
}

function expectOwnFolders(): void {
  const open = readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (statSync(join(dataFolder, entry.name)).mode & 0o077) !== 0)
    .map(({ name }) => name);
  expect(open).toEqual([]);
}

async function expectHeadersOfRefusal(url: string): Promise<void> {
  const { status, headers } = await fetch(`${url}/%ff`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect([url, status >= 400 && status < 500]).toEqual([url, true]);
  expect([url, Object.fromEntries(headers)]).toEqual([
    url,
    expect.objectContaining({
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    }),
  ]);
}

describe("a start that cannot succeed", () => {
  it.each(sized({ once: ["PORT"], all: ["PORT", "HEDDLE_SERVICE_PORT"] }))(
    "names a port in use and how to choose another with %s",
    async (variable) => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const { code, text } = await failedStart({ [variable]: String(port) });
      server.close();
      expect(code).toBe(1);
      expect(text).toContain(`Port ${port} on 127.0.0.1 is in use`);
      expect(text).toMatch(new RegExp(`Choose another with ${variable}, for example: ${variable}=\\d+ npm start`));
      expect(text).not.toContain("    at ");
    },
    PATIENCE_MS,
  );

  it(
    "names the data folder that cannot be made, and the variable that names another",
    async () => {
      const { code, text } = await failedStart({ HEDDLE_DATA: "/dev/null/heddle" });
      expect([code, text]).toEqual([
        1,
        expect.stringContaining("The data folder /dev/null/heddle cannot be created ("),
      ]);
      expect(text).toContain("HEDDLE_DATA names another folder.");
      expect(text).not.toContain("    at ");
    },
    PATIENCE_MS,
  );

  it.each(
    sized({
      once: [["HEDDLE_SECRET_KEY", "canary-not-a-key"] as const],
      all: [
        ["PORT", "seven"],
        ["HEDDLE_API_KEY", "canary-too-short"],
        ["HEDDLE_SECRET_KEY", "canary-not-a-key"],
        ["HEDDLE_URL", "https://example.org/canary-path"],
        ["DATABASE_URL", "mysql://canary@localhost/heddle"],
      ] as const,
    }),
  )(
    "names the invalid variable %s, without its value",
    async (variable, value) => {
      const { code, text } = await failedStart({ [variable]: value });
      expect(code).toBe(1);
      expect(text).toContain(`  ${variable} must be `);
      expect(text).not.toContain("canary");
      expect(text).not.toContain("    at ");
    },
    PATIENCE_MS,
  );
});

describe("a running Heddle", () => {
  // The test of a first start ends at Ctrl-C.
  it.each(sized<readonly ("SIGTERM" | "SIGINT")[]>({ once: ["SIGTERM"], all: ["SIGTERM", "SIGINT"] }))(
    "restarts a killed service while the dashboard continues, starts again after the launcher was killed, loses nothing acknowledged, forwards its audit log, answers beside half-open connections, and ends at %s with code 0, even while clients keep those open",
    async (signal) => {
      const killed = await run({ env: { HEDDLE_CONNECTION_ALOW: "example.org" } });
      expect(killed.output()).toContain("Did you mean HEDDLE_CONNECTION_ALLOW?");
      await expectRestartOfService(killed);
      killed.signal("SIGKILL");
      await untilPortsAreFree(killed);

      const ports = { PORT: new URL(killed.url).port, HEDDLE_SERVICE_PORT: new URL(killed.serviceUrl).port };
      const receiver = await auditReceiver();
      const heddle = await run({ env: { ...ports, HEDDLE_AUDIT_FORWARD: receiver.url } });
      expect(await countCalls(heddle, RESTARTED)).toMatchObject({ count: 2 });
      const pid = servicePid(heddle);
      const programs = [heddle.url, heddle.serviceUrl];
      const held = await Promise.all(programs.map((url) => openHalf(url, HALF_OPEN)));
      // Each over a connection of its own.
      for (const url of programs) expect([url, (await requestRaw(url, "/health")).status]).toEqual([url, 200]);
      // Forwarded without a visitor: the account that the first start made.
      expect(await receiver.received).toContain('"event":"account.created"');

      heddle.signal(signal);
      expect(await heddle.ended).toBe(0);
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
      await untilPortsAreFree(heddle);
      for (const { socket } of held.flat()) socket.destroy();
    },
    PATIENCE_MS,
  );
});

describe("a first start without an admin or a key in the environment", () => {
  it(
    "prints the address, a set-up link and a working key, and the key at no later start, and ends at Ctrl-C, which a terminal sends to all its processes, with folders and refusals that protect it meanwhile",
    async () => {
      const env = { HEDDLE_ADMIN_EMAIL: undefined, HEDDLE_ADMIN_PASSWORD: undefined, HEDDLE_API_KEY: undefined };
      const first = await run({ env, hasOwnGroup: true });
      const key = /API key {5}(\S{40,})\n/.exec(first.output())?.[1] ?? "";
      expect(first.output()).toContain(`Dashboard   ${first.url}\n`);
      expect(first.output()).toContain(`Set up      ${first.url}/set-up#token=`);
      const times = { started_at: "2026-11-20T14:30:01Z", attributes: {}, inputs: {} };
      const start = { project_id: "faults/first", id: "kept", trace_id: "kept", op_name: "kept", ...times };
      expect((await askWithKey(first, key, "/call/start", { start })).status).toBe(200);
      expect(first.output()).not.toContain("OTLP/gRPC");
      expectOwnFolders();
      for (const url of [first.url, first.serviceUrl]) await expectHeadersOfRefusal(url);
      first.signalGroup("SIGINT");
      expect(await first.ended).toBe(0);
      expect(() => first.signalGroup("SIGTERM")).toThrow("ESRCH");
      expect(first.output()).not.toContain("restarting it");

      const grpcPort = await freePort();
      const second = await run({ env: { ...env, HEDDLE_OTLP_GRPC_PORT: String(grpcPort) } });
      expect(second.output()).toContain(`OTLP/gRPC   localhost:${grpcPort} `);
      const socket = connect(grpcPort, "127.0.0.1");
      await once(socket, "connect");
      socket.destroy();
      const counted = await askWithKey(second, key, "/calls/query_stats", { project_id: "faults/first" });
      expect(await counted.json()).toMatchObject({ count: 1 });
      expect(second.output()).not.toContain("API key  ");
      expect(second.output()).not.toContain(key);
      expect(second.output()).toContain(`Set up      ${second.url}/set-up#token=`);
    },
    PATIENCE_MS,
  );
});
