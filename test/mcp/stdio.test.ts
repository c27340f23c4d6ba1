import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { TestDashboard } from "@/test/faults/relay-dashboard";
import { firstOnce } from "@/test/setup/test-length";
import { createAgentKeyFor } from "./agent-key-for";
import { serveMcp } from "./dashboard-on-port";

const PROGRAM = ["build/heddle-mcp.mjs"];

let app: TestDashboard;
let served: Awaited<ReturnType<typeof serveMcp>>;
let folder: string;

beforeAll(async () => {
  await buildPrograms();
  app = await TestDashboard.open();
  served = await serveMcp(app);
  folder = mkdtempSync(join(tmpdir(), "heddle-stdio-"));
});

afterAll(async () => {
  await served.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const variables = (own: Record<string, string>) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH ?? "",
  // Whoever runs the tests may be signed in to a dashboard.
  XDG_CONFIG_HOME: folder,
  ...own,
});

async function started(own: Record<string, string>, options: string[] = []): Promise<Client> {
  const client = new Client({ name: "stdio-agent", version: "1" });
  const args = [...PROGRAM, ...options];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: variables(own), stderr: "pipe" }),
  );
  return client;
}

async function ran(own: Record<string, string>, options: string[] = []) {
  const child = spawn(process.execPath, [...PROGRAM, ...options], {
    env: variables(own),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code };
}

describe("the program heddle-mcp", () => {
  it("gives a client over stdio the tools of the dashboard", async () => {
    const { key } = await createAgentKeyFor(app, "viewer");
    const client = await started({ HEDDLE_URL: served.url, HEDDLE_AGENT_KEY: key });
    expect(client.getServerVersion()).toMatchObject({ name: "heddle" });
    expect(client.getInstructions()).toContain("figures");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("find_calls");
    const answer = await client.callTool({ name: "list_workspaces", arguments: {} });
    expect(answer.structuredContent).toMatchObject({ workspaces: [], key: { access: "read", owner: "viewer" } });
    const failed = await client.callTool({ name: "find_calls", arguments: {} });
    expect(failed.isError).toBe(true);
    await client.close();
  });

  it("reads the key from a file, and the address from an option", async () => {
    const { key } = await createAgentKeyFor(app, "viewer");
    const file = join(folder, "key");
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    const client = await started({}, ["--url", served.url, "--key-file", file]);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    await client.close();
  });

  it("says that the key was revoked, also in the middle of a session", async () => {
    const made = await createAgentKeyFor(app, "member");
    const client = await started({ HEDDLE_URL: served.url, HEDDLE_AGENT_KEY: made.key });
    await client.listTools();
    await app.app("agentKeys.revoke", { id: made.id }, "member");
    await expect(client.listTools()).rejects.toThrow(/was revoked or has expired/);
    await client.close();
  });

  it("says that the dashboard does not respond", async () => {
    const { key } = await createAgentKeyFor(app, "member");
    const own = { HEDDLE_URL: "http://127.0.0.1:9", HEDDLE_AGENT_KEY: key };
    await expect(started(own)).rejects.toThrow(/does not respond/);
  });

  it.each(
    firstOnce<readonly [string, object, string[], string]>(2, [
      ["no key", {}, [], "Set HEDDLE_AGENT_KEY"],
      ["a key of the service", { HEDDLE_AGENT_KEY: "hk_SECRETSECRET" }, [], "not one for agents"],
      ["an unknown option", {}, ["--key", "hda_x"], "--key"],
      ["no address", { HEDDLE_URL: "localhost", HEDDLE_AGENT_KEY: "x" }, [], "is not an address"],
      ["a missing key file", {}, ["--key-file", "/none/key"], "cannot be read"],
    ]),
  )("with %s ends with a usage error that shows no key", async (_name, own, options, message) => {
    const { output, errors, code } = await ran(own as Record<string, string>, options);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(message);
    expect(errors).not.toContain("SECRET");
  });

  it("explains itself", async () => {
    expect(await ran({}, ["--help"])).toMatchObject({ code: 0, errors: "" });
  });
});
