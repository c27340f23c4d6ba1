import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAsShown } from "@/e2e/support/run-as-shown";
import { readEnvironment } from "@/lib/environment/environment";
import { type Client, firstProgram } from "@/lib/start/first-program";
import { scripts } from "@/package.json";
import { announce } from "@/scripts/launcher/announcement";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";
import { NEW_WEAVE, OPEN_TELEMETRY } from "./releases";

const README = readFileSync("README.md", "utf8");
const LOG_GUIDE = readFileSync("docs/log/log-calls.md", "utf8");
const COMMANDS_GUIDE = readFileSync("docs/operate/commands.md", "utf8");

const weave = await pythonEnvironment("weave", NEW_WEAVE);
const telemetry = await pythonEnvironment("telemetry", OPEN_TELEMETRY);

const DASHBOARD = "http://dashboard.example.org";

let service: ClientsService;

beforeAll(async () => {
  service = await openClientsService({ HEDDLE_URL: DASHBOARD });
});

afterAll(() => service.close());

/** The shell commands that save and run a program of the start page. */
const RUN: Readonly<Record<Client, { readonly file: string; readonly command: string }>> = {
  python: { file: "first.py", command: "python first.py" },
  typescript: { file: "first.mjs", command: "node first.mjs" },
  otel: { file: "first.py", command: "python first.py" },
  curl: { file: "first.sh", command: "sh first.sh" },
};

/** Runs a program of the start page. @param variables those of the page, or others in their place */
async function runFirst(client: Client, projectId: string, programs?: string, variables?: string): Promise<string> {
  const target = { serviceUrl: service.url, projectId, key: CLIENT_KEY };
  const shown = firstProgram(client, target, { id: uuid7(), startedAt: new Date() });
  const { file, command } = RUN[client];
  return runAsShown(`${variables ?? shown.variables}\n${command}`, { [file]: shown.program }, programs);
}

/** Returns the call of the first program; its name depends on the client. */
async function expectGreeting(projectId: string): Promise<void> {
  const calls = await service.calls(projectId);
  expect(calls.map(({ op_name }) => /greet/.test(op_name))).toEqual([true]);
  expect(JSON.stringify(calls[0]?.inputs)).toContain("Heddle");
  expect(JSON.stringify(calls[0]?.output)).toContain("Hello, Heddle");
}

/** Returns a line of README's client setup, which the guide has too, with this service's address and key. */
function readmeVariables(language: "Python" | "TypeScript"): string {
  const line = README.split("\n").find((each) => each.startsWith("export ") && each.endsWith(`# ${language}`)) ?? "";
  expect(line).toContain("http://localhost:7701");
  expect(LOG_GUIDE).toContain(line);
  return line.replace("http://localhost:7701", service.url).replace("<the key>", CLIENT_KEY);
}

/** Returns README's first program as it is pasted into a terminal, for another project. */
function readmeProgram(projectId: string): string {
  const block = README.split("```\n").find((each) => each.startsWith("npm install weave\n")) ?? "";
  expect(block).toContain('"demo/first"');
  return block.replace("npm install weave\n", "").replace("demo/first", projectId);
}

describe("the programs that are shown for a first call", () => {
  it.each(["typescript", "curl"] as const)(
    "log it when they are run as the start page shows them, and print no link that leads elsewhere: %s",
    async (client) => {
      const project = `demo/first-${client}`;
      // The address of this service has no https.
      expect(await runFirst(client, project)).not.toMatch(/https?:/);
      await expectGreeting(project);
    },
  );

  it("print a link to the call where the address has https: TypeScript", async () => {
    const address = "https://traces.example.org";
    const { variables } = firstProgram(
      "typescript",
      { serviceUrl: address, projectId: "demo/linked", key: CLIENT_KEY },
      { id: uuid7(), startedAt: new Date() },
    );
    // The calls go to this service: only the link may differ.
    const sent = variables.replace(`WF_TRACE_SERVER_URL=${address}`, `WF_TRACE_SERVER_URL=${service.url}`);
    const printed = await runFirst("typescript", "demo/linked", undefined, sent);
    const [call] = await service.calls("demo/linked");
    expect(printed).toContain(`${address}/demo/linked/r/call/${call?.id}\n`);
    const page = await fetch(`${service.url}/demo/linked/r/call/${call?.id}`, { redirect: "manual" });
    expect(page.headers.get("location")).toBe(`${DASHBOARD}/demo/linked/r/call/${call?.id}`);
  });

  it("log it when README's two variables and its program are pasted into a terminal: TypeScript", async () => {
    const lines = `${readmeVariables("TypeScript")}\n${readmeProgram("demo/readme-typescript")}`;
    expect(await runAsShown(lines)).toContain("Hello, Heddle");
    await expectGreeting("demo/readme-typescript");
  });

  it("log it when the text that a start prints is pasted into a terminal", async () => {
    const environment = readEnvironment({ HEDDLE_SERVICE_URL: service.url });
    const text = announce("production", environment, { firstKey: CLIENT_KEY });
    const lines = text.slice(text.indexOf("export WF_TRACE_SERVER_URL"), text.indexOf("  Ctrl-C"));
    expect(await runAsShown(lines)).toContain("Hello, Heddle");
    await expectGreeting("demo/first");
  });
});

describeWith("the programs that are shown for a first call, with Weave for Python", weave, ({ programs }) => {
  it("log it when they are run as the start page shows them", async () => {
    await runFirst("python", "demo/first-python", programs);
    await expectGreeting("demo/first-python");
  });

  it("log it with README's two variables", { tags: ["all"] }, async () => {
    await runFirst("python", "demo/readme-python", programs, readmeVariables("Python"));
    await expectGreeting("demo/readme-python");
  });
});

describeWith("the program that is shown for a first call with OpenTelemetry", telemetry, ({ programs }) => {
  it("logs it when it is run as the start page shows it", async () => {
    await runFirst("otel", "demo/first-otel", programs);
    await expectGreeting("demo/first-otel");
  });
});

/** Commands of npm itself; `npm run test:package` runs them. */
const NPM_COMMANDS: ReadonlySet<string> = new Set(["install", "pack"]);

describe("the commands that README and the guide to commands show", () => {
  it("are scripts of the project", () => {
    const named = [...`${README}${COMMANDS_GUIDE}`.matchAll(/`?npm (?:run )?([a-z][\w:-]*)/g)].flatMap(
      ([, name]) => name ?? [],
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !Object.hasOwn(scripts, name) && !NPM_COMMANDS.has(name))).toEqual([]);
  });

  it("create a key for a project, which the service lists", async () => {
    const command = /`npm run (key -- create [^`]+)`/.exec(COMMANDS_GUIDE)?.[1] ?? "";
    const folder = mkdtempSync(join(tmpdir(), "heddle-readme-"));
    try {
      const run = async (line: string) => {
        const env = { ...process.env, HEDDLE_DATA: folder };
        const [script = "", , ...args] = line.split(" ");
        const { stdout } = await promisify(execFile)(process.execPath, [`scripts/${script}.mjs`, ...args], { env });
        return stdout;
      };
      expect(await run(command)).toMatch(/^hk_\w+\n/m);
      expect(await run("key -- list")).toMatch(/ci\b.*entity\/project/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
