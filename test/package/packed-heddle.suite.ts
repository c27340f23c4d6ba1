import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { requireFreePort } from "@/scripts/launcher/ports";

const ADMIN = { email: "ines@example.org", password: "a long enough password" };
const READY = "Heddle is ready.";
const TIMEOUT_MS = 180_000;

let folder: string;
let app: string;
let heddle: { readonly child: ChildProcess; readonly output: () => string; readonly exit: Promise<number | null> };
let ports: { readonly dashboard: number; readonly service: number };

/** The environment of the packed Heddle: nothing of this checkout, and no build tools. */
function environment(): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "production",
    PATH: process.env.PATH ?? "",
    HOME: folder,
    PORT: String(ports.dashboard),
    HEDDLE_SERVICE_PORT: String(ports.service),
    HEDDLE_DATA: join(folder, "data"),
    HEDDLE_ADMIN_EMAIL: ADMIN.email,
    HEDDLE_ADMIN_PASSWORD: ADMIN.password,
  };
}

const program = () => join(app, "node_modules/.bin/heddle");
const url = (path: string) => `http://127.0.0.1:${ports.dashboard}${path}`;

/** Runs one command of the installed program to its end. */
function heddleCommand(...args: string[]): string {
  return execFileSync(program(), args, { cwd: app, env: environment(), encoding: "utf8" });
}

async function start(command = program(), args: readonly string[] = []): Promise<void> {
  const beganAt = performance.now();
  // A process group of its own, as a shell creates for each command: Ctrl-C reaches all of its processes.
  const child = spawn(command, args, {
    cwd: app,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const exit = once(child, "close").then(([code]) => code as number | null);
  heddle = { child, output: () => text, exit };
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (!text.includes(READY)) {
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(`Heddle did not start:\n${text}`);
    await pause(20);
  }
  console.log(`The installed package was ready after ${Math.round(performance.now() - beganAt)} ms.`);
}

/** Sends a signal to every process of the group, as a terminal does. */
function signalGroup(name: NodeJS.Signals): void {
  if (heddle.child.pid === undefined) throw new Error("Heddle has no process.");
  process.kill(-heddle.child.pid, name);
}

async function signIn(): Promise<unknown> {
  const first = await fetch(url("/api/auth/csrf"));
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const cookies = first.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const second = await fetch(url("/api/auth/callback/credentials"), {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.join("; "), origin: `http://localhost:${ports.dashboard}` },
    body: new URLSearchParams({ csrfToken, ...ADMIN, json: "true" }),
  });
  cookies.push(...second.headers.getSetCookie().map((cookie) => cookie.split(";")[0]));
  return await (await fetch(url("/api/auth/session"), { headers: { cookie: cookies.join("; ") } })).json();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-package-"));
  app = join(folder, "app");
  mkdirSync(app);
  ports = { dashboard: await freePort(), service: await freePort() };
  execFileSync("npm", ["pack", "--pack-destination", folder], { stdio: ["ignore", "ignore", "inherit"] });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(app, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, archive)], { cwd: app });
  await start();
});

afterAll(async () => {
  if (heddle?.child.exitCode === null) signalGroup("SIGKILL");
  await heddle?.exit;
  rmSync(folder, { recursive: true, force: true });
});

describe("the packed and installed Heddle", () => {
  it("starts without a build and without packages for development", async () => {
    expect(heddle.output()).not.toContain("Building");
    expect(existsSync(join(app, "node_modules/next"))).toBe(false);
    expect(existsSync(join(app, "node_modules/vitest"))).toBe(false);
    expect((await fetch(url("/health"))).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${ports.service}/ready`)).status).toBe(200);
  });

  it("sends a page with its scripts", async () => {
    const page = await (await fetch(url("/sign-in"))).text();
    const [script] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
    expect((await fetch(url(script ?? "/missing"))).headers.get("content-type")).toContain("javascript");
  });

  it("signs the admin in with the password of the environment", async () => {
    expect(await signIn()).toMatchObject({ user: { email: ADMIN.email } });
  });

  it("creates a key that the running service accepts, and backs its data up", async () => {
    const [key = ""] = heddleCommand("key", "create", "--name", "packed").split("\n");
    const response = await fetch(`http://127.0.0.1:${ports.service}/calls/query_stats`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ project_id: "package/test" }),
    });
    expect(await response.json()).toMatchObject({ count: 0 });
    expect(heddleCommand("backup", join(folder, "copy.tar"))).toContain("Wrote ");
  });

  it("contains the TypeScript client, which other programs import by the name of the package", () => {
    const [key = ""] = heddleCommand("key", "create", "--name", "client").split("\n");
    const program = `import { createClient } from "heddle/client";
const client = createClient({ url: "http://127.0.0.1:${ports.service}", key: "${key}", project: "package/test" });
console.log((await client.calls.queryStats({})).count);`;
    const args = ["--input-type=module", "-e", program];
    expect(execFileSync(process.execPath, args, { cwd: app, encoding: "utf8" }).trim()).toBe("0");
  });

  it("names its commands as the package has them", () => {
    expect(heddle.output()).toContain("npx heddle key create");
    expect(heddleCommand("--help")).toContain("watch-sessions");
    expect(heddleCommand("eval", "--help")).toContain("npx heddle eval run NAME|FILE.yaml");
  });

  it("ends at Ctrl-C with code 0 and leaves no process, and starts again", async () => {
    signalGroup("SIGINT");
    expect(await heddle.exit).toBe(0);
    expect(() => signalGroup("SIGTERM")).toThrow("ESRCH");
    await requireFreePort("127.0.0.1", ports.dashboard, "PORT");
    await requireFreePort("127.0.0.1", ports.service, "HEDDLE_SERVICE_PORT");
    await start();
    expect((await fetch(url("/health"))).status).toBe(200);
    signalGroup("SIGINT");
    await heddle.exit;
  });

  it("ends wholly at a SIGTERM to npx alone", async () => {
    await start("npx", ["heddle"]);
    heddle.child.kill("SIGTERM");
    await heddle.exit;
    expect(heddle.output()).toContain("Stopping");
    await requireFreePort("127.0.0.1", ports.dashboard, "PORT");
    await requireFreePort("127.0.0.1", ports.service, "HEDDLE_SERVICE_PORT");
  });
});
