import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { deleteObject } from "@/service/objects/operations/objects/object-delete";
import { createTable } from "@/service/objects/operations/tables/table-create";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { RequestLog } from "@/service/traces/handlers/request-log";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { purgeCosts } from "@/service/traces/operations/costs/cost-purge";
import { createFeedback } from "@/service/traces/operations/feedback/feedback-create";
import { deleteCalls } from "@/service/traces/store/calls/call-deletion";
import { engineTimeNow } from "@/service/traces/store/engine/timestamps";
import { readAllStoredSizes, readEngineBytes } from "@/service/traces/store/projects/all-project-sizes";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { LoggedRuns } from "@/service/training/training-runs/logged/logged-records";
import { readProjectStats } from "./project-stats";
import { listProjectsHandler } from "./projects-list";

let service: TestService;
let folder: string;
let state: ServiceState;

beforeAll(async () => {
  service = await sharedTestService();
  folder = mkdtempSync(join(tmpdir(), "heddle-projects-"));
  state = await openState(folder);
});

afterAll(async () => {
  await state.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const newProject = () => `e/${uuid4()}`;

interface Stats {
  readonly trace_storage_size_bytes: number | null;
  readonly objects_storage_size_bytes: number | null;
  readonly tables_storage_size_bytes: number | null;
  readonly files_storage_size_bytes: number | null;
}

const stats = (project_id: string, flags: object = {}) =>
  service.ask<Stats>("project.stats", readProjectStats, { project_id, ...flags });

interface Project {
  readonly project_id: string;
  readonly call_count?: unknown;
  readonly last_call_at?: unknown;
}

async function listed(projects: readonly string[] | null): Promise<readonly Project[]> {
  const context = {
    ...service.services,
    identity: { userId: "u", name: "u", projects },
    bodyText: "",
    signal: new AbortController().signal,
    header: () => null,
    origin: "http://service",
    requests: new RequestLog(),
    note: () => undefined,
  };
  const result = await listProjectsHandler(state)({ params: {}, query: {}, body: undefined }, context);
  return "projects" in result ? result.projects : [];
}

/** A call of 10 bytes of inputs and, when it ends, 5 of output; its other payloads are empty objects of 2 bytes. */
async function writeCall(projectId: string, id: string, startedAt: string, ends = true): Promise<void> {
  const start = startPart({ projectId, id, startedAt, inputs: payload("a".repeat(8)) });
  await service.calls.write([start]);
  if (ends) await service.calls.write([endPart({ projectId, id, output: payload("abc") })]);
}

const publish = (project_id: string, object_id: string, val: unknown) =>
  service.ask<{ digest: string }>("obj.create", createObject, { obj: { project_id, object_id, val } });

describe("/project/stats", () => {
  it("adds up calls whose starts and ends are stored separately, before and after the engine merges", async () => {
    const project = newProject();
    await writeCall(project, "a", "2026-11-20 10:00:00.000000");
    await writeCall(project, "b", "2026-11-20 10:00:00.000000", false);
    const expected = 2 + 10 + 5 + 2 + (2 + 10);
    expect((await stats(project)).trace_storage_size_bytes).toBe(expected);
    await service.store.command("OPTIMIZE TABLE call_rows FINAL");
    expect((await stats(project)).trace_storage_size_bytes).toBe(expected);
  });

  it("counts an end once, after its start has arrived", async () => {
    const projectId = newProject();
    await service.calls.write([endPart({ projectId, id: "a", output: payload("abc") })]);
    expect((await stats(projectId)).trace_storage_size_bytes).toBe(0);
    await service.calls.write([startPart({ projectId, id: "a", inputs: payload("a".repeat(8)) })]);
    expect((await stats(projectId)).trace_storage_size_bytes).toBe(2 + 10 + 5 + 2);
  });

  it("excludes deleted data and other projects", async () => {
    const project = newProject();
    await writeCall(project, "a", "2026-11-20 10:00:00.000000");
    await deleteCalls(service.store, service.calls, project, ["a"], "u");
    await publish(project, "o", "1234");
    await service.ask("obj.delete", deleteObject, { project_id: project, object_id: "o" });
    await writeCall(newProject(), "a", "2026-11-20 10:00:00.000000");
    expect(await stats(project)).toMatchObject({ trace_storage_size_bytes: 0, objects_storage_size_bytes: 0 });
  });

  it("adds up object contents, files, and table rows once however many tables contain them", async () => {
    const project = newProject();
    await publish(project, "o", "1234");
    const rows = [{ a: 1 }, { a: 2 }, { a: 1 }];
    await service.ask("table.create", createTable, { table: { project_id: project, rows } });
    await service.ask("table.create", createTable, { table: { project_id: project, rows: rows.slice(0, 1) } });
    const file = { digest: "d1", blobName: "d1", sizeBytes: 7, fileName: "f", userId: "u" };
    await service.services.files.add({ projectId: project, ...file });
    await service.services.files.add({ projectId: project, ...file });
    expect(await stats(project)).toEqual({
      trace_storage_size_bytes: 0,
      objects_storage_size_bytes: 6,
      tables_storage_size_bytes: 2 * '{"a": 1}'.length,
      files_storage_size_bytes: 7,
    });
  });

  it("omits sizes that were not requested, and refuses to omit all of them", async () => {
    const flags = {
      include_trace_storage_size: false,
      include_object_storage_size: false,
      include_table_storage_size: false,
    };
    expect(await stats(newProject(), { ...flags, include_file_storage_size: null })).toEqual({
      trace_storage_size_bytes: null,
      objects_storage_size_bytes: null,
      tables_storage_size_bytes: null,
      files_storage_size_bytes: 0,
    });
    await expect(stats(newProject(), { ...flags, include_file_storage_size: false })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe("/storage/sizes", () => {
  const sizesOf = (projects: readonly string[]) =>
    readAllStoredSizes(service.store, projects, new AbortController().signal);

  it("has the bytes of each project as its own statistics have them, the largest first, and those of the last week", async () => {
    const [large, small] = [newProject(), newProject()];
    await writeCall(large, "a", engineTimeNow());
    await writeCall(large, "old", "2026-01-20 10:00:00.000000");
    await writeCall(large, "gone", "2026-01-20 10:00:00.000000");
    await deleteCalls(service.store, service.calls, large, ["gone"], "u");
    await publish(large, "o", "1234");
    const rows = [{ a: 1 }, { a: 2 }, { a: 1 }];
    await service.ask("table.create", createTable, { table: { project_id: small, rows } });
    await service.ask("table.create", createTable, { table: { project_id: small, rows: rows.slice(0, 1) } });
    const sizes = await sizesOf([small, large]);
    expect(sizes).toEqual([
      {
        project_id: large,
        calls: 2,
        traces_bytes: 2 * (2 + 10 + 5 + 2),
        week_bytes: 2 + 10 + 5 + 2,
        objects_bytes: 6,
        tables_bytes: 0,
        files_bytes: 0,
      },
      {
        project_id: small,
        calls: 0,
        traces_bytes: 0,
        week_bytes: 0,
        objects_bytes: 0,
        tables_bytes: 2 * '{"a": 1}'.length,
        files_bytes: 0,
      },
    ]);
    for (const { project_id, ...own } of sizes) {
      expect(await stats(project_id)).toEqual({
        trace_storage_size_bytes: own.traces_bytes,
        objects_storage_size_bytes: own.objects_bytes,
        tables_storage_size_bytes: own.tables_bytes,
        files_storage_size_bytes: own.files_bytes,
      });
    }
  });

  it("has no project that the key may not see", async () => {
    const [mine, theirs] = [newProject(), newProject()];
    await writeCall(mine, "a", "2026-11-20 10:00:00.000000");
    await writeCall(theirs, "a", "2026-11-20 10:00:00.000000");
    await publish(theirs, "o", 1);
    expect((await sizesOf([mine])).map(({ project_id: id }) => id)).toEqual([mine]);
    expect(await readEngineBytes(service.store, new AbortController().signal)).toBeGreaterThan(0);
  });
});

describe("/projects/list", () => {
  it("returns the calls of each project and when the last one started", async () => {
    const project = newProject();
    await writeCall(project, "a", "2026-11-20 10:00:00.000000");
    await writeCall(project, "b", "2026-11-20 10:00:01.500000");
    await writeCall(project, "gone", "2026-11-20 11:00:00.000000");
    await deleteCalls(service.store, service.calls, project, ["gone"], "u");
    await service.calls.write([endPart({ projectId: project, id: "not started" })]);
    const expected = { project_id: project, call_count: 2, last_call_at: "2026-11-20T10:00:01.500000Z" };
    expect(await listed([project])).toEqual([expected]);
    expect(await listed(null)).toContainEqual(expected);
  });

  it("lists projects that have only data other than calls, in order", async () => {
    const [objects, tables, files, costs, feedback] = Array.from({ length: 5 }, newProject) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await publish(objects, "o", 1);
    await service.ask("table.create", createTable, { table: { project_id: tables, rows: [] } });
    await service.services.files.add({
      projectId: files,
      digest: "d",
      blobName: "d",
      sizeBytes: 1,
      fileName: "f",
      userId: "u",
    });
    const price = { prompt_token_cost: 1, completion_token_cost: 1 };
    const { ids } = await service.ask<{ ids: [string, string][] }>("cost.create", createCosts, {
      project_id: costs,
      costs: { m: price },
    });
    await service.ask("feedback.create", createFeedback, {
      project_id: feedback,
      weave_ref: "weave:///e/p/call/c",
      feedback_type: "t",
      payload: {},
    });
    const all = [objects, tables, files, costs, feedback];
    expect(await listed(all)).toEqual(
      [...all].sort().map((project_id) => ({ project_id, call_count: 0, last_call_at: null })),
    );
    const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: ids[0]?.[0] }] } };
    await service.ask("cost.purge", purgeCosts, { project_id: costs, query });
    expect(await listed([costs])).toEqual([]);
  });

  it("hides other projects from a limited key", async () => {
    const [mine, theirs] = [newProject(), newProject()];
    await writeCall(mine, "a", "2026-11-20 10:00:00.000000");
    await writeCall(theirs, "a", "2026-11-20 10:00:00.000000");
    await publish(theirs, "o", 1);
    expect((await listed([mine])).map((project) => project.project_id)).toEqual([mine]);
    expect(await listed([])).toEqual([]);
  });

  it("lists projects that have only logged runs, to keys that may see them", async () => {
    const [mine, theirs] = [newProject(), newProject()];
    const logged = new LoggedRuns(state);
    for (const project_id of [mine, theirs]) await logged.log(trainingRunLog.parse({ project_id, run: "r" }), "u");
    const mineAlone = [{ project_id: mine, call_count: 0, last_call_at: null }];
    expect(await listed([mine])).toEqual(mineAlone);
    const all = (await listed(null)).map((project) => project.project_id);
    expect([all.includes(theirs), [...all].sort()]).toEqual([true, all]);
  });
});
