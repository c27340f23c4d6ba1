import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collector } from "@/scripts/commands/testing/collector";
import { ProvidedService, TEST_KEY } from "@/service/testing/provided-service";
import { evalCommand } from "./eval-command";

const ROWS = 14;
/** Too few to tell a fall from noise. */
const FEW = 6;
/** Rows of the slice `split = test`. */
const TESTED = 10;

let service: ProvidedService;
let server: ReturnType<typeof serve>;
let folder: string;
let project: string;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-gate-");
  folder = mkdtempSync(join(tmpdir(), "heddle-gate-files-"));
  const fetch = async (request: Request) =>
    await service.fetch(new URL(request.url).pathname, {
      method: request.method,
      headers: request.headers,
      body: await request.text(),
    });
  server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
});

beforeEach(async () => {
  project = await service.nextProject();
});

afterAll(async () => {
  server.close();
  await service.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function dataset(rows: number): Promise<string> {
  const sums = Array.from({ length: rows }, (_, at) => ({
    ...{ question: `${at} + 1`, answer: at + 1 },
    split: at < TESTED ? "test" : "train",
  }));
  const table = await service.ask<{ digest: string }>("/table/create", { table: { project_id: project, rows: sums } });
  const val = {
    _type: "Dataset",
    name: "sums",
    rows: `weave:///${project}/table/${table.digest}`,
    _class_name: "Dataset",
  };
  const obj = { project_id: project, object_id: "sums", val };
  const { digest } = await service.ask<{ digest: string }>("/obj/create", { obj });
  return `weave:///${project}/object/sums:${digest}`;
}

/** Writes a gate with an evaluation of this model, and returns its file. */
async function gateFile(model: string, more = "", rows = ROWS): Promise<string> {
  const file = join(folder, `${model}.yaml`);
  const text = `
project: ${project}
${more}
evaluation:
  name: sums
  rows: { dataset_ref: "${await dataset(rows)}" }
  models:
    - model: openai/${model}
      messages: [{ role: user, content: "{question}" }]
  scorers:
    - { kind: exact, name: exact, expected: answer }
  limits: { concurrency: 32 }
`;
  writeFileSync(file, text);
  return file;
}

async function run(...args: string[]) {
  const [out, errors] = [collector(), collector()];
  const code = await evalCommand(["run", ...args], {
    serviceUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: TEST_KEY,
    project: undefined,
    out: out.stream,
    errors: errors.stream,
    signal: new AbortController().signal,
    pollMs: 50,
  });
  return { code, out: out.text(), errors: errors.text() };
}

describe("a gate", { timeout: 60_000 }, () => {
  it("has no baseline at first, then fails on a regression and names it in JUnit and Markdown", async () => {
    const first = await run(await gateFile("adder"));
    expect(first).toMatchObject({ code: 0, errors: "" });
    expect(first.out).toContain("no baseline");
    const [junit, markdown] = [join(folder, "junit.xml"), join(folder, "summary.md")];
    writeFileSync(markdown, "# Before\n");
    const second = await run(await gateFile("sloppy"), "--junit", junit, "--markdown", markdown);
    expect(second.code).toBe(1);
    expect(second.out).toMatch(/FELL .*exact: 0\.500 .*baseline 1\.000\. A fall is shown: −\.500/);
    expect(readFileSync(junit, "utf8")).toContain('failures="1" skipped="0"');
    expect(readFileSync(markdown, "utf8")).toMatch(/^# Before\n### sums: 1 score: 1 fell/);
  });

  it("passes on noise: as held within a tolerance that the rows can show, otherwise as not enough rows", {
    tags: ["all"],
  }, async () => {
    await run(await gateFile("noisy3", "", 30));
    const tolerant = await run(await gateFile("noisy7", "scores: { exact: { tolerance: 0.35 } }", 30));
    expect(tolerant.code).toBe(0);
    expect(tolerant.out).toContain("held");
    const exact = await run(await gateFile("noisy3", "", 30));
    expect(exact.code).toBe(0);
    expect(exact.out).toContain("Not enough rows to tell: no fall is shown");
    expect((await run(await gateFile("noisy7", "", 30), "--strict")).code).toBe(3);
  });

  it("fails as not run for a score that does not exist, and does not call a fall on a few rows a regression", async () => {
    const missing = await run(await gateFile("adder", "scores: { other: {} }", FEW));
    expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining("has no score other; it has exact") });
    const few = await run(await gateFile("sloppy", "", FEW));
    expect(few.out).toContain("Not enough rows to tell: 6 shared rows, 10 needed.");
    expect(few.code).toBe(0);
    expect((await run(await gateFile("sloppy", "", FEW), "--strict")).code).toBe(3);
  });

  it("counts the rows of a slice alone, says so without a baseline too, and fails as not run where no row is in it", async () => {
    const slice = (split: string) => `rows: { part: all, where: [{ path: split, value: ${split} }] }`;
    const first = await run(await gateFile("adder", slice("test")));
    expect(first).toMatchObject({ code: 0, errors: "" });
    expect(first.out).toContain("note: adder: 10 rows counted, those where split = test.");
    // Compared with the run before it.
    const none = await run(await gateFile("adder", slice("tset")));
    expect(none).toMatchObject({ code: 2, errors: "adder has no row where split = tset.\n" });
  });

  it("runs an evaluation again by its name, with another model", { tags: ["all"] }, async () => {
    await run(await gateFile("adder"));
    const again = await run("sums", "--project", project, "--model", "openai/sloppy");
    expect(again.code).toBe(1);
    const named = await run("sums", "--project", project, "--name", "sums-branch", "--model", "openai/adder");
    expect(named.out).toMatch(/^sums-branch, run \S+ against \S+\n/);
    const against = await run(await gateFile("sloppy"), "--baseline", "sums-branch");
    expect(against.code).toBe(1);
    const unknown = await run("other", "--project", project);
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('No evaluation "other"') });
  });

  it("fails as not run, with code 2, for a wrong file and a rejected key", async () => {
    writeFileSync(join(folder, "wrong.yaml"), "tolerance: -1\nname: sums\n");
    const wrong = await run(join(folder, "wrong.yaml"), "--project", project);
    expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining("tolerance: ") });
    expect(await run("sums", "--project", project, "--key", "wrong")).toMatchObject({ code: 2 });
    expect(await run("sums")).toMatchObject({ code: 2, errors: expect.stringContaining("--project entity/project") });
  });
});
