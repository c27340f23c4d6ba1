import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claudeLines, codexLines, linesText } from "@/lib/import/testing/session-lines";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { sessionFolders } from "./session-files";
import { collector } from "./testing/collector";
import { watchSessionsCommand } from "./watch-sessions-command";

const KEY = "hk_0123456789012345678901234567890123456789";
const CLAUDE = ".claude/projects/-home-ada-bags/7c1f0d52.jsonl";
const CODEX = ".codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-019a2d7a.jsonl";
/** The sessions of the fixtures are older than a week at some time. */
const ALL_DAYS = ["--days", "99999"];

let folder: string;
let home: string;
let served: ServedService;
let serviceUrl: string;
let projectCount = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-sessions-"));
  served = await serveService(folder, KEY);
  serviceUrl = served.url;
});

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "heddle-home-"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, lines: readonly unknown[]): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, linesText(lines));
  return file;
}

function newProject(): string {
  projectCount += 1;
  return `sessions/p${projectCount}`;
}

function start(args: readonly string[], key: string | undefined = KEY) {
  const [out, errors, stop] = [collector(), collector(), new AbortController()];
  const done = watchSessionsCommand([...args], {
    serviceUrl,
    key,
    home,
    variables: {},
    out: out.stream,
    errors: errors.stream,
    signal: stop.signal,
    pollIntervalMs: 10,
  });
  return { out, errors, stop, done };
}

async function run(args: readonly string[]) {
  const { out, errors, done } = start([...args, ...ALL_DAYS, "--once"]);
  return { code: await done, out: out.text(), errors: errors.text() };
}

async function callsOf(project: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${serviceUrl}/calls/stream_query`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({
      project_id: project,
      include_costs: true,
      sort_by: [{ field: "started_at", direction: "asc" }],
    }),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

describe("watching sessions", () => {
  it("imports the sessions of both programs from their folders, and changes nothing the second time", async () => {
    put(CLAUDE, claudeLines);
    put(CODEX, codexLines);
    const project = newProject();
    const first = await run(["--project", project]);
    expect(first).toMatchObject({ code: 0, errors: "" });
    expect(first.out).toContain("7c1f0d52.jsonl: 10 new calls");
    const calls = await callsOf(project);
    expect(calls).toHaveLength(16);
    expect(calls.every(({ ended_at: endedAt }) => typeof endedAt === "string")).toBe(true);
    expect((await run(["--project", project])).code).toBe(0);
    expect(await callsOf(project)).toEqual(calls);
  });

  it("adds what a session has grown by, and ends calls that were open", async () => {
    const project = newProject();
    const file = put(CLAUDE, []);
    const watcher = start(["--project", project, ...ALL_DAYS]);
    // The times are now: a session of an hour ago would be over.
    const lines = claudeLines.map((line) => {
      const { timestamp, ...rest } = line as { timestamp?: string };
      return timestamp === undefined
        ? rest
        : { ...rest, timestamp: new Date(Date.now() + Number(timestamp.slice(17, 19))).toISOString() };
    });
    appendFileSync(file, linesText(lines.slice(0, 6)));
    await expect.poll(() => watcher.out.text()).toContain("3 new calls");
    const open = await callsOf(project);
    expect(open.filter(({ ended_at: endedAt }) => !endedAt).map(({ op_name: op }) => op)).toEqual(
      expect.arrayContaining(["claude-code.turn", "Edit"]),
    );
    appendFileSync(file, linesText(lines.slice(6)));
    await expect.poll(() => watcher.out.text()).toContain("7 new calls");
    watcher.stop.abort();
    expect(await watcher.done).toBe(0);
    const grown = await callsOf(project);
    expect(grown).toHaveLength(10);
    expect(grown.filter(({ ended_at: endedAt }) => !endedAt)).toEqual([]);
    expect(grown.map(({ id }) => id)).toEqual(expect.arrayContaining(open.map(({ id }) => id)));
    expect(watcher.errors.text()).toBe("");
  });

  it("names lines that are not understood with file and number, once", async () => {
    const file = put(CLAUDE, [...claudeLines, { type: "hologram", sessionId: "x" }]);
    const project = newProject();
    const { code, errors } = await run(["--project", project]);
    expect(code).toBe(2);
    expect(errors).toBe(`${file}:${claudeLines.length + 1}: Lines of type hologram are not known.\n`);
    expect(await callsOf(project)).toHaveLength(10);
  });

  it("reports a file that cannot be stored, and imports the others", async () => {
    const bad = put(".claude/projects/a/bad.jsonl", ["not an object"]);
    put(CODEX, codexLines);
    const project = newProject();
    const { code, errors } = await run(["--project", project]);
    expect(code).toBe(1);
    expect(errors).toContain(`${bad}: `);
    expect(await callsOf(project)).toHaveLength(6);
  });

  it("reads other folders on request, and finds none without failing", async () => {
    const project = newProject();
    expect((await run(["--project", project, "--folder", join(home, "nowhere")])).code).toBe(0);
    put("elsewhere/session.jsonl", codexLines);
    expect((await run(["--project", project, "--folder", join(home, "elsewhere")])).code).toBe(0);
    expect(await callsOf(project)).toHaveLength(6);
    const variables = { CLAUDE_CONFIG_DIR: "/etc/claude", CODEX_HOME: "" };
    expect(sessionFolders("/home/ada", variables)).toEqual(["/etc/claude/projects", "/home/ada/.codex/sessions"]);
  });

  it("says what is wrong with the command line, without the key", async () => {
    for (const [args, reason] of [
      [[], "The project is missing"],
      [["--project", "a/b", "--days", "x"], "--days takes a whole number"],
      [["--project", "a/b", "--url", "ftp://x"], "is not an http or https address"],
      [["--project", "a/b", "--nothing"], "--nothing"],
    ] as const) {
      const { errors, done } = start(args);
      expect(await done).toBe(1);
      expect(errors.text()).toContain(reason);
      expect(errors.text()).not.toContain(KEY);
    }
    const help = start(["--help"]);
    expect(await help.done).toBe(0);
    expect(help.out.text()).toContain("npm run watch-sessions");
  });
});
