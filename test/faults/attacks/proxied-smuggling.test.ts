// @module-tag all
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { requestRaw } from "@/e2e/support/raw-http";
import { buildDashboard, buildPrograms } from "@/scripts/prepare/build.mjs";
import { type Cookies, DashboardProcess } from "@/test/faults/deployment/dashboard-process";
import { ask, REQUEST_HEADERS, ServiceProcess } from "@/test/faults/service-process";
import { absenceOfProxy, FrontProxy } from "./front-proxies";
import { attacksByHttp1, attacksByHttp2, type SmuggledPair } from "./smuggled-requests";

const PATIENCE_MS = 900_000;
/** Requests of others after the attacks, on the connections that the proxy keeps. */
const OTHERS = 40;
/** Longer than each proxy waits for the rest of a request. */
const SILENCE_MS = 15_000;
const ADMIN = { email: "ines@example.org", password: "a long enough password" } as const;

let folder: string;
let service: ServiceProcess;
let dashboard: DashboardProcess;
let ports: { readonly service: number; readonly dashboard: number };
let cookies: Cookies;

beforeAll(async () => {
  await buildPrograms();
  await buildDashboard();
  folder = mkdtempSync(join(tmpdir(), "heddle-smuggled-"));
  ports = { service: await freePort(), dashboard: await freePort() };
  const localToken = randomBytes(32).toString("hex");
  service = new ServiceProcess({
    dataFolder: join(folder, "service"),
    port: ports.service,
    variables: { HEDDLE_LOCAL_TOKEN: localToken },
  });
  const variables = {
    HEDDLE_SECRET_KEY: randomBytes(32).toString("base64"),
    HEDDLE_ADMIN_EMAIL: ADMIN.email,
    HEDDLE_ADMIN_PASSWORD: ADMIN.password,
  };
  const place = { dataFolder: join(folder, "dashboard"), port: ports.dashboard, servicePort: ports.service };
  dashboard = new DashboardProcess({ ...place, localToken, variables });
  await Promise.all([service.ready, dashboard.ready]);
  cookies = await dashboard.signIn(ADMIN);
}, PATIENCE_MS);

afterAll(async () => {
  await Promise.all([service?.kill(), dashboard?.kill()]);
  rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

/** Sends bytes and waits until the other side closes the connection, or says nothing any more. */
async function send(port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
}

function requestText(path: string, headers: Readonly<Record<string, string>>, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = Object.entries({ Host: "localhost", ...headers, "Content-Length": text.length, Connection: "close" });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${text}`;
}

/** A program behind a proxy: what the proxy refuses, and how to see that the program got it. */
interface Target {
  readonly name: string;
  readonly port: () => number;
  readonly allowedPath: string;
  readonly blockedPath: string;
  /** A request to the blocked path with an effect that names a project. */
  readonly hidden: (project: string) => string;
  /** The projects that had such an effect. */
  readonly reached: () => Promise<string>;
}

const TARGETS: readonly Target[] = [
  {
    name: "the service",
    port: () => ports.service,
    allowedPath: "/calls/query_stats",
    blockedPath: "/call/upsert_batch",
    hidden: (project) => {
      const id = uuid7();
      const call = { project_id: project, id, trace_id: id, op_name: "hidden", started_at: "2026-11-20T10:00:00Z" };
      const start = { ...call, attributes: {}, inputs: {} };
      return requestText("/call/upsert_batch", REQUEST_HEADERS, { batch: [{ mode: "start", req: { start } }] });
    },
    reached: async () => {
      const response = await fetch(`${service.url}/projects/list`, { headers: REQUEST_HEADERS });
      // A reader waits until all that was acknowledged is stored.
      await ask(service.url, "/calls/query_stats", { project_id: "smuggled/none" });
      return await response.text();
    },
  },
  {
    name: "the dashboard",
    port: () => ports.dashboard,
    allowedPath: "/api/app/session.current",
    blockedPath: "/api/app/workspaces.create",
    hidden: (projectId) => {
      const headers = {
        cookie: cookies,
        origin: `http://localhost:${ports.dashboard}`,
        "content-type": "application/json",
      };
      return requestText("/api/app/workspaces.create", headers, { connectionId: "local", projectId });
    },
    reached: async () => JSON.stringify((await dashboard.askApp(cookies, "workspaces.list", {})).body),
  },
];

const PROXIES = (["nginx", "haproxy"] as const).map((name) => {
  const absence = absenceOfProxy(name);
  return { name, absence, label: absence === null ? name : `${name} (skipped: ${absence})` };
});

describe.each(PROXIES)("a request that is hidden in another behind $label", ({ name, absence }) => {
  it.skipIf(absence !== null).each(TARGETS.map((target) => [target.name, target] as const))(
    "does not reach %s past the rules of the proxy, and others get their own answers",
    async (_name, { port, allowedPath, blockedPath, hidden, reached, ...target }) => {
      const proxy = await FrontProxy.start(name, port(), blockedPath);
      try {
        const isUp = async () => (await requestRaw(proxy.url, "/health").catch(() => null))?.status;
        await expect.poll(isUp, { message: proxy.output }).toBe(200);
        const base = `${name}-${target.name.replace("the ", "")}`;
        let count = 0;
        const names: string[] = [];
        const pairFor = (what: string): SmuggledPair => {
          names[count] = what;
          count += 1;
          return { path: allowedPath, hidden: hidden(`smuggled/${base}-${count}-end`) };
        };
        // The attacks are numbered: the effect of one names it.
        const plain = pairFor("nothing");
        const byHttp1 = attacksByHttp1(plain).map(([what], at) => {
          const [, bytes = ""] = attacksByHttp1(pairFor(what))[at] ?? [];
          return [what, Buffer.from(bytes, "latin1")] as const;
        });
        const byHttp2 = attacksByHttp2(plain).map(([what], at) => {
          const [, bytes = Buffer.alloc(0)] = attacksByHttp2(pairFor(`${what}, by HTTP/2`))[at] ?? [];
          return [what, bytes] as const;
        });
        await Promise.all([
          ...byHttp1.map(([, bytes]) => send(Number(new URL(proxy.url).port), bytes)),
          ...byHttp2.map(([, bytes]) => send(proxy.http2Port, bytes)),
        ]);
        for (let request = 0; request < OTHERS; request += 1) {
          const { status, text } = await requestRaw(proxy.url, "/health");
          expect([status, text]).toEqual([200, expect.stringContaining('"status":"ok"')]);
        }
        const found = await reached();
        expect(names.filter((_, at) => found.includes(`smuggled/${base}-${at + 1}-end`))).toEqual([]);

        // What is hidden would have an effect: past the proxy it does, and through it alone it does not.
        await send(Number(new URL(proxy.url).port), Buffer.from(plain.hidden, "latin1"));
        expect(await reached()).not.toContain(`smuggled/${base}-1-end`);
        await send(port(), Buffer.from(plain.hidden, "latin1"));
        await expect.poll(reached).toContain(`smuggled/${base}-1-end`);
      } finally {
        await proxy.stop();
      }
    },
    PATIENCE_MS,
  );
});
