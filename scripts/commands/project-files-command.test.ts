import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOTED_DAMAGE, noteDamage } from "@/service/testing/noted-damage";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { type ProjectFileVerb, projectFilesCommand } from "./project-files-command";
import { collector } from "./testing/collector";

const KEY = "hk_0123456789012345678901234567890123456789";
const PROJECT = "demo/commands";

let root: string;
/** Of one test. */
let folder: string;
let dataFolder: string;
let file: string;
let served: ServedService | null;

async function stop(): Promise<void> {
  await served?.close();
  served = null;
}

async function start(path: string): Promise<void> {
  await stop();
  served = await serveService(path, KEY);
}

async function run(verb: ProjectFileVerb, args: string[], data = dataFolder) {
  const out = collector();
  const errors = collector();
  const serviceUrl = served?.url ?? "http://127.0.0.1:1";
  const environment = { dataFolder: data, serviceUrl };
  const code = await projectFilesCommand(verb, args, { environment, out: out.stream, errors: errors.stream });
  return { code, out: out.text(), errors: errors.text() };
}

async function ask(path: string, body: object): Promise<Response> {
  return await fetch(`${served?.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const countOf = async (projectId: string) =>
  ((await (await ask("/calls/query_stats", { project_id: projectId })).json()) as { count: number }).count;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "heddle-project-command-"));
  dataFolder = mkdtempSync(join(root, "data-"));
  await start(dataFolder);
  const started = { project_id: PROJECT, id: "one", trace_id: "t", op_name: "one", started_at: "2026-11-20T14:00:00Z" };
  await ask("/call/upsert_batch", {
    batch: [{ mode: "start", req: { start: { ...started, attributes: {}, inputs: { text: "hello" } } } }],
  });
});

beforeEach(() => {
  folder = mkdtempSync(join(root, "files-"));
  file = join(folder, "project.tar");
});

afterAll(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

describe("npm run export-project and npm run import-project", () => {
  it("write and read a file through the running service", async () => {
    const exported = await run("export-project", [file, "--project", PROJECT]);
    expect(exported).toMatchObject({ code: 0, errors: "" });
    expect(exported.out).toMatch(
      / 1 {2}store calls\nWrote .*project\.tar: the project demo\/commands, .* MB\.\nAPI keys/,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const imported = await run("import-project", [file, "--project", "demo/copy"]);
    expect(imported).toMatchObject({ code: 0, errors: "" });
    expect(imported.out).toContain("Imported the project demo/commands as demo/copy.");
    expect(await countOf("demo/copy")).toBe(1);
  });

  it("leave nothing behind when they fail", async () => {
    const nothing = await run("export-project", [file, "--project", "demo/nothing"]);
    expect(nothing).toMatchObject({ code: 1, errors: "There is nothing in the project demo/nothing.\n" });
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
    await run("export-project", [file, "--project", PROJECT]);
    expect((await run("import-project", [file])).errors).toContain(`The project ${PROJECT} is in use`);
    expect(await countOf(PROJECT)).toBe(1);
  });

  it("say what is wrong with the command line", async () => {
    expect((await run("export-project", [])).errors).toContain("The name of the file is missing.");
    expect((await run("export-project", [file])).errors).toContain("--project entity/project");
    expect((await run("export-project", [file, "--project", "nowhere"])).errors).toContain(
      "of the form entity/project",
    );
    writeFileSync(file, "");
    expect((await run("export-project", [file, "--project", PROJECT])).errors).toContain("exists already");
    expect((await run("import-project", [join(folder, "none")])).errors).toContain("There is no file");
    expect((await run("import-project", ["--help"])).out).toContain("The project must be new.");
  });

  it("refuse a service of another data folder", async () => {
    const other = mkdtempSync(join(folder, "other-"));
    expect((await run("export-project", [file, "--project", PROJECT], other)).errors).toContain(
      "is not the service of",
    );
  });

  it("say what a project lacks because stored data is damaged, when its file is written and when it is read", async () => {
    await noteDamage(dataFolder, PROJECT);
    await start(dataFolder);
    expect((await run("export-project", [file, "--project", PROJECT])).out).toContain(
      `The file is incomplete, and says so. ${NOTED_DAMAGE}`,
    );
    expect((await run("import-project", [file, "--project", "demo/lacking"])).out).toContain(
      `The file is not complete. When it was written: ${NOTED_DAMAGE}`,
    );
  });

  it("open the folder themselves while no service runs", { tags: ["all"] }, async () => {
    await stop();
    expect(await run("export-project", [file, "--project", PROJECT])).toMatchObject({ code: 0, errors: "" });
    const other = join(folder, "other");
    const imported = await run("import-project", [file], other);
    expect(imported).toMatchObject({ code: 0, errors: "" });
    expect(imported.out).toContain("Imported the project demo/commands.");
    await start(other);
    expect(await countOf(PROJECT)).toBe(1);
  });
});
