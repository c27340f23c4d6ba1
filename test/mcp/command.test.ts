import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { NOTED_DAMAGE, noteDamage } from "@/service/testing/noted-damage";
import { DashboardWithService } from "@/test/faults/dashboard-with-service";
import type { TestDashboard } from "@/test/faults/relay-dashboard";
import { firstOnce } from "@/test/setup/test-length";
import { createAgentKeyFor } from "./agent-key-for";
import { serveMcp } from "./dashboard-on-port";

let opened: DashboardWithService;
let app: TestDashboard;
let served: Awaited<ReturnType<typeof serveMcp>>;
let key: string;

const PROJECT = "demo/command";
const DAMAGED = "demo/damaged";

/** Stores turns that ended well, and one that failed. */
async function storeTurns(): Promise<void> {
  const endedAt = new Date();
  const startedAt = new Date(endedAt.getTime() - 5_000);
  const batch = ["ok-1", "ok-2", "ok-3", "ok-4", "failed"].map((id) => ({
    project_id: PROJECT,
    id,
    trace_id: id,
    op_name: "airline_turn",
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    attributes: {},
    inputs: { message: "long ".repeat(1_000) },
    output: "on time",
    summary: {},
    ...(id === "failed" ? { exception: "TimeoutError" } : {}),
  }));
  const search = { entity: "demo", project: "command" };
  const sent = await app.call("calls.complete", { search, body: { batch }, role: "member", method: "POST" });
  expect(sent.status).toBe(200);
}

beforeAll(async () => {
  await buildPrograms();
  opened = await DashboardWithService.open(undefined, (folder) => noteDamage(folder, DAMAGED));
  ({ app } = opened);
  await app.app("workspaces.create", { connectionId: "local", projectId: PROJECT });
  await storeTurns();
  served = await serveMcp(app);
  ({ key } = await createAgentKeyFor(app, "viewer"));
});

afterAll(async () => {
  await served.close();
  await opened.close();
});

async function heddle(args: readonly string[], own: Record<string, string> = {}) {
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH ?? "",
    HEDDLE_URL: served.url,
    HEDDLE_AGENT_KEY: key,
  };
  const child = spawn(process.execPath, ["build/agent-command.mjs", ...args], {
    env: { ...env, ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code };
}

describe("the command heddle", () => {
  it("prints calls of a query as JSON lines, and what was cut beside them", async () => {
    const { output, errors, code } = await heddle([
      "calls",
      "op:airline_turn",
      "status:ok",
      "--last",
      "4w",
      "--limit",
      "3",
      "--json",
    ]);
    expect([code, errors]).toEqual([0, expect.stringContaining("cut: ")]);
    const calls = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { op: string; status: string });
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(call).toMatchObject({ op: "airline_turn", status: "ok" });
  });

  it("prints tables for people, with the query box's grammar", async () => {
    const { output, code } = await heddle([
      "figures",
      "op:airline_turn latency:>1ms",
      "--group-by=status",
      "--last",
      "4w",
    ]);
    expect(code).toBe(0);
    expect(output).toMatch(/status +calls +errors/);
  });

  it("runs as its guide shows it", async () => {
    const shown = /^node build\/heddle\.mjs (.+)$/m.exec(readFileSync("docs/use/mcp.md", "utf8"))?.[1] ?? "";
    const args = [...shown.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    expect(args).toEqual(["calls", "status:error latency:>2s", "--last", "24h", "--json"]);
    const { output, code } = await heddle(args);
    expect(code).toBe(0);
    const lines = output.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ id: "failed", status: "error" })]);
  });

  // What is wrong with a command line is decided by functions that have tests beside them.
  it.each(
    firstOnce<readonly [string, string[], number, string]>(2, [
      ["an unknown option", ["calls", "--color", "red"], 2, "no option --color"],
      ["a query that cannot be read", ["calls", "status:bad"], 1, "no status named bad"],
      ["an unknown command", ["nothing"], 2, 'no command "nothing"'],
      ["a number that is none", ["calls", "--limit", "many"], 2, "needs a number"],
      ["an option without its value", ["calls", "--last"], 2, "--last needs a value"],
      ["too many words", ["trace", "a", "b"], 2, "Unexpected word"],
    ]),
  )("with %s says so and ends with its exit code", async (_name, args, expected, message) => {
    const { output, errors, code } = await heddle(args);
    expect([code, output]).toEqual([expected, ""]);
    expect(errors).toContain(message);
  });

  it("ends with its own exit code when the dashboard is away or rejects the key, and shows no key", async () => {
    const away = await heddle(["workspaces"], { HEDDLE_URL: "http://127.0.0.1:9" });
    expect([away.code, away.errors]).toEqual([3, expect.stringContaining("does not respond")]);
    const unknown = `hda_${"x".repeat(43)}`;
    const rejected = await heddle(["workspaces"], { HEDDLE_AGENT_KEY: unknown });
    expect([rejected.code, rejected.errors]).toEqual([3, expect.stringContaining("was revoked")]);
    expect(rejected.errors).not.toContain(unknown);
  });

  it("says beside the rows, and in a whole answer, what a project lacks because of damage", async () => {
    await app.app("workspaces.create", { connectionId: "local", projectId: DAMAGED });
    const about = ["--workspace", DAMAGED];
    const rows = await heddle(["calls", "--json", ...about]);
    expect(rows).toEqual({ output: "", errors: `incomplete: ${NOTED_DAMAGE}\n`, code: 0 });
    const whole = await heddle(["figures", "--json", ...about]);
    expect(JSON.parse(whole.output)).toMatchObject({ incomplete: NOTED_DAMAGE });
    expect((await heddle(["calls", ...about])).output).toContain(`Incomplete: ${NOTED_DAMAGE}`);
    const other = await heddle(["calls", "--json", "--workspace", PROJECT]);
    expect(other.output + other.errors).not.toContain(NOTED_DAMAGE);
  });

  it("explains itself", { tags: ["all"] }, async () => {
    const { output, code } = await heddle(["--help"]);
    expect(code).toBe(0);
    expect(output).toContain("Exit codes:");
  });
});
