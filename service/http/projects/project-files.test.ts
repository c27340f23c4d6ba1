import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { createPass } from "@/service/kernel/access/operator-pass";
import { openProjectParts } from "@/service/open-project-parts";
import { ProvidedService, TEST_KEY } from "@/service/testing/provided-service";
import { EXPORTED_ENGINE_TABLES } from "@/service/traces/store/projects/project-sections";
import { sized } from "@/test/setup/test-length";
import { checkProjectFile } from "./check-project-file";
import { importProject } from "./import-project";
import { entriesOf } from "./project-file";
import { sectionOf } from "./project-format";
import type { ImportLine } from "./project-routes";
import { EXPORTED_TABLES, sectionOfTable } from "./state-tables";
import { type FilledProject, fillProject } from "./testing/filled-project";
import { copyOf, projectAnswers, READ_BY_ANSWERS, withoutNames } from "./testing/project-answers";

const PROJECT = "demo/whole";

let folder: string;
let file: string;
let source: ProvidedService;
let filled: FilledProject;
/** The answers of the source. */
let before: Record<string, unknown>;
/** The file of another project. */
let otherFile: string;

const operator = async (service: ProvidedService, path: string, body: object) =>
  await service.fetch(path, {
    method: "POST",
    headers: { authorization: `Bearer ${await createPass(service.folder)}` },
    body: JSON.stringify(body),
  });

async function exportTo(service: ProvidedService, projectId: string, path: string): Promise<void> {
  const response = await operator(service, "/operator/export-project", { project_id: projectId });
  if (!response.ok) throw new Error(await response.text());
  writeFileSync(path, Buffer.from(await response.arrayBuffer()));
}

/** The last line of an import. */
async function importFrom(
  service: ProvidedService,
  path: string,
  projectId: string | null = null,
): Promise<ImportLine> {
  const response = await operator(service, "/operator/import-project", { project_id: projectId, file: path });
  const lines = (await response.text()).trimEnd().split("\n");
  return JSON.parse(lines.at(-1) ?? "{}") as ImportLine;
}

async function imported(service: ProvidedService, path: string, projectId: string | null = null) {
  const line = await importFrom(service, path, projectId);
  if (!("result" in line)) throw new Error(JSON.stringify(line));
  return line.result;
}

const failureOf = (line: ImportLine) => ("failure" in line ? line.failure : "");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-project-files-"));
  file = join(folder, "whole.tar");
  source = await ProvidedService.create("heddle-export-");
  filled = await fillProject(source, PROJECT);
  await exportTo(source, PROJECT, file);
  before = await projectAnswers(source, filled);
  const start = {
    project_id: "demo/other",
    id: "one",
    trace_id: "t",
    op_name: "one",
    started_at: "2026-11-20T14:00:00Z",
  };
  await source.ask("/call/upsert_batch", {
    batch: [{ mode: "start", req: { start: { ...start, attributes: {}, inputs: {} } } }],
  });
  otherFile = join(folder, "other.tar");
  await exportTo(source, "demo/other", otherFile);
});

afterAll(async () => {
  await source.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The engine opens one folder at a time in a process. */
async function inAnotherFolder(use: (service: ProvidedService) => Promise<void>): Promise<void> {
  await source.stop();
  const other = await ProvidedService.create("heddle-import-");
  try {
    await use(other);
  } finally {
    await other.remove();
    await source.start();
  }
}

/** The project of this test has none; see moved-project.test.ts. */
const OF_LATE_SPANS: readonly string[] = ["store/call_tops", "store/call_turns"];

describe("a file of a project", () => {
  it("has records of every table that is exported", async () => {
    const { counts } = await checkProjectFile(file);
    const sections = [
      ...EXPORTED_TABLES.map(sectionOfTable),
      ...Object.values(EXPORTED_ENGINE_TABLES).flatMap((names) => names.map((name) => `store/${name}`)),
    ].filter((name) => !OF_LATE_SPANS.includes(name));
    expect(sections.filter((name) => !counts[name])).toEqual([]);
    expect(
      Object.keys(counts)
        .filter((name) => !sections.includes(name))
        .sort(),
    ).toEqual(OF_LATE_SPANS);
  });

  it("has no secret, and nothing of calls that were deleted", async () => {
    const text = await textOf(file);
    expect(text).toContain("ask finished");
    expect(text).not.toContain("ask deleted");
    expect(text).not.toContain(TEST_KEY);
    expect(text).not.toContain("sealed");
  });

  it("is compared by every read operation of a project", () => {
    const reads = allOperations.filter(({ effect }) => effect === "read").map(({ id }) => id);
    expect([...READ_BY_ANSWERS].sort()).toEqual(reads.sort());
  });

  it("is refused for a project that is in use, can be imported beside it with new ids, and neither changes it", async () => {
    expect(failureOf(await importFrom(source, file))).toMatch(
      /demo\/whole is in use: it has, or had, records of call rows/,
    );
    // A second attempt must not find what the first one imported. As long as the first name: stored sizes are compared.
    const again = `demo/x${randomBytes(2).toString("hex")}`;
    const result = await imported(source, file, again);
    expect(result).toMatchObject({ projectId: again, from: PROJECT, hasNewIds: true });
    const copy = await copyOf(source, filled, again);
    expect(copy.modelId).not.toBe(filled.modelId);
    expect(withoutNames(await projectAnswers(source, copy), again)).toEqual(withoutNames(before, PROJECT));
    const text = await textAgain(source, again);
    expect(text).not.toContain(PROJECT);
    expect(text).not.toContain(filled.modelId);
    // The first one is as it was: it has the same records, and so gives the same answers.
    expect(await recordsAgain(source, PROJECT)).toEqual(await recordsOf(file));
  });

  it("changes refs to the project when it is imported under another name", { tags: ["all"] }, async () => {
    await inAnotherFolder(async (other) => {
      expect(await imported(other, file, "team/new")).toMatchObject({ hasNewIds: false });
      const { call } = await other.ask<{ call: { inputs: { prompt: string }; op_name: string } }>("/call/read", {
        project_id: "team/new",
        id: "finished",
      });
      expect(call.op_name).toBe("weave:///team/new/op/answer:v0");
      expect(call.inputs.prompt).toMatch(/^weave:\/\/\/team\/new\/object\/prompt:/);
      const { vals } = await other.ask<{ vals: { data: string }[] }>("/refs/read_batch", {
        refs: [call.inputs.prompt],
      });
      const [dataset] = (await other.ask<{ vals: { rows: string }[] }>("/refs/read_batch", { refs: [vals[0]?.data] }))
        .vals;
      expect(dataset?.rows).toMatch(/^weave:\/\/\/team\/new\/table\//);
      expect(await textAgain(other, "team/new")).not.toContain(PROJECT);
    });
  });
});

describe("an import", () => {
  it("hides the project until it has ended, and continues wherever it was cut off", { tags: ["all"] }, async () => {
    await inAnotherFolder(async (other) => {
      let size = 0;
      await checkProjectFile(file, (bytes) => {
        size = bytes;
      });
      for (const share of sized({ once: [0.6], all: [0.001, 0.6, 1] })) {
        await other.stop();
        await cutOff(other, share * size);
        await other.start();
        const refused = await other.send("/calls/query_stats", { project_id: PROJECT });
        expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("has not ended")]);
        expect(await listed(other)).toEqual([]);
        expect((await operator(other, "/operator/export-project", { project_id: PROJECT })).status).toBe(409);
        expect(failureOf(await importFrom(other, otherFile, PROJECT))).toContain("another file");
      }
      await imported(other, file);
      expect(await projectAnswers(other, filled)).toEqual(before);
    });
  });

  it("needs a pass", async () => {
    for (const path of ["/operator/export-project", "/operator/import-project"]) {
      const headers = { authorization: `Bearer ${TEST_KEY}` };
      expect((await source.fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(401);
    }
  });

  it("says that there is nothing in a project before it writes a file", async () => {
    const response = await operator(source, "/operator/export-project", { project_id: "demo/nothing" });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("nothing in the project")]);
  });
});

describe("another folder", () => {
  let other: ProvidedService;

  beforeAll(async () => {
    await source.stop();
    other = await ProvidedService.create("heddle-import-");
  });

  afterAll(() => other.remove());

  describe("a file that is damaged", () => {
    const END_IS_MISSING =
      /^The end of the file is missing, |its end is missing\.$|^The file is not an exported project: it is empty\.$|is damaged in the file\.$/;

    it("is refused when it was cut anywhere, and nothing is stored", async () => {
      const bytes = readFileSync(file);
      for (const share of [0, 0.001, 0.2, 0.5, 0.9, 0.999]) {
        const cut = join(folder, "cut.tar");
        writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length * share)));
        expect(failureOf(await importFrom(other, cut))).toMatch(END_IS_MISSING);
      }
      expect(await listed(other)).toEqual([]);
    });

    it("is refused when one byte of any entry has changed, and the entry is named", async () => {
      const bytes = readFileSync(file);
      const step = sized({ once: 3, all: 1 });
      for (const { name, at } of contentsOf(bytes).filter((_, place) => place % step === 0)) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const damaged = join(folder, "damaged.tar");
        writeFileSync(damaged, changed);
        const failure = failureOf(await importFrom(other, damaged));
        expect(failure, name).toMatch(/damaged|cannot be read|missing in the file|lacks|counted|not one of/);
        if (name.startsWith("store/")) expect(failure).toContain(name);
      }
      expect(await listed(other)).toEqual([]);
    });

    it("is refused when it is of a newer version, or no export at all", async () => {
      const newer = join(folder, "newer.tar");
      writeFileSync(newer, withText(readFileSync(file), '"format": 1', '"format": 9'));
      expect(failureOf(await importFrom(other, newer))).toMatch(/written by Heddle .* which is newer/);
      const text = join(folder, "text.tar");
      writeFileSync(text, "not an archive");
      expect(failureOf(await importFrom(other, text))).toMatch(/not an exported project/);
      expect(failureOf(await importFrom(other, join(folder, "none.tar")))).toContain("ENOENT");
      expect(await listed(other)).toEqual([]);
    });
  });

  describe("a project in another folder", () => {
    beforeAll(async () => {
      expect(await imported(other, file)).toMatchObject({ projectId: PROJECT, hasNewIds: false });
    });

    // In `npm test` the project that was imported beside the first one gives all answers.
    it("gives every read operation the same answer", { tags: ["all"] }, async () => {
      expect(await projectAnswers(other, filled)).toEqual(before);
    });

    it("has nothing that works by itself", async () => {
      const { monitors } = await other.ask<{ monitors: { state: string; reason: string }[] }>("/monitors/list", {
        project_id: PROJECT,
      });
      expect(monitors).toMatchObject([{ state: "off", reason: expect.stringContaining("Switch it on") }]);
      const job = JSON.parse((await other.send(`/v1/preview/training-jobs/${filled.runningJobId}`)).text);
      expect(job).toMatchObject({ status: "failed", error_message: expect.stringContaining("exported") });
      const events = await other.send(`/v1/preview/training-jobs/${filled.runningJobId}/events`);
      expect(JSON.parse(events.text).data.at(-1)).toMatchObject({ type: "training_failed" });
    });

    it("continues calls whose other part comes later", async () => {
      const end = { project_id: PROJECT, id: "running", ended_at: "2026-11-20T14:00:09Z", output: 1, summary: {} };
      const start = {
        project_id: PROJECT,
        id: "parked",
        trace_id: "t",
        op_name: "late",
        started_at: "2026-11-20T14:00:00Z",
      };
      await other.ask("/call/upsert_batch", {
        batch: [
          { mode: "end", req: { end } },
          { mode: "start", req: { start: { ...start, attributes: {}, inputs: {} } } },
        ],
      });
      const calls = await other.lines("/calls/stream_query", {
        project_id: PROJECT,
        filter: { call_ids: ["running", "parked"] },
      });
      expect(calls.map(({ ended_at }) => ended_at).sort()).toEqual([
        expect.stringContaining("14:00:01.5"),
        expect.stringContaining("14:00:09"),
      ]);
    });
  });
});

/** Imports in a process that ends after some bytes. */
async function cutOff({ folder: dataFolder, databaseUrl }: ProvidedService, afterBytes: number): Promise<void> {
  const parts = await openProjectParts({ dataFolder, DATABASE_URL: databaseUrl });
  const end = new AbortController();
  const onProgress = (step: string, bytes: number) => {
    if (step === "imported" && bytes >= afterBytes) end.abort();
  };
  try {
    const importing = importProject(parts, { file, projectId: null, signal: end.signal, onProgress });
    await expect(importing).rejects.toThrow(/abort/);
  } finally {
    await parts.close();
  }
}

/** All records of a file. */
async function textOf(path: string): Promise<string> {
  const texts: string[] = [];
  for await (const entry of entriesOf(path, () => undefined)) {
    if (sectionOf(entry.name) !== null) texts.push(...(await entry.lines()));
    else if (!entry.name.includes("/")) texts.push((await buffer(entry.bytes())).toString("utf8"));
    else for await (const _ of entry.bytes());
  }
  return texts.join("\n");
}

/** The records of each section of a file. */
async function recordsOf(path: string): Promise<Record<string, string[]>> {
  const records: Record<string, string[]> = {};
  for await (const entry of entriesOf(path, () => undefined)) {
    const section = sectionOf(entry.name);
    if (section === null) for await (const _ of entry.bytes());
    else records[section] = [...(records[section] ?? []), ...(await entry.lines())].sort();
  }
  return records;
}

async function recordsAgain(service: ProvidedService, projectId: string): Promise<Record<string, string[]>> {
  const path = join(folder, "again.tar");
  await exportTo(service, projectId, path);
  return await recordsOf(path);
}

/** All records of another export. */
async function textAgain(service: ProvidedService, projectId: string): Promise<string> {
  const path = join(folder, "again.tar");
  await exportTo(service, projectId, path);
  return await textOf(path);
}

const HEADER_BYTES = 512;

/** The entries of an archive with contents, and a byte in the middle of each. */
function contentsOf(bytes: Buffer): { readonly name: string; readonly at: number }[] {
  const found: { name: string; at: number }[] = [];
  let from = 0;
  while (bytes[from] !== undefined && bytes[from] !== 0) {
    const name = bytes.toString("latin1", from, from + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(bytes.toString("latin1", from + 124, from + 135), 8);
    const content = from + HEADER_BYTES;
    if (size > 0) found.push({ name, at: content + Math.floor(size / 2) });
    from = content + Math.ceil(size / HEADER_BYTES) * HEADER_BYTES;
  }
  return found;
}

function withText(bytes: Buffer, text: string, other: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write(other, bytes.indexOf(text));
  return changed;
}

async function listed(service: ProvidedService): Promise<unknown> {
  const { projects } = await service.ask<{ projects: unknown }>("/projects/list", undefined, { method: "GET" });
  return projects;
}
