import { describe, expect, it } from "vitest";
import { importFromWeave, WEAVE_LOSSES } from "./import-weave";
import { fakeProject, fakeTarget, Unsupported } from "./testing/fake-weave";

const UNTIL = new Date("2026-11-30T12:00:00Z");

const call = (id: string, changes: object = {}) => ({
  id,
  project_id: "far/away",
  op_name: "answer",
  trace_id: "t",
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  attributes: {},
  inputs: {},
  output: null,
  summary: {},
  ...changes,
});

const version = (name: string, index: number, val: unknown, changes: object = {}) => ({
  project_id: "far/away",
  object_id: name,
  digest: `${name}${index}`,
  version_index: index,
  created_at: "2026-11-20T14:00:00Z",
  is_latest: 1,
  kind: "object",
  val,
  ...changes,
});

const note = (id: string, changes: object = {}) => ({
  id,
  weave_ref: "weave:///far/away/call/a",
  feedback_type: "note",
  payload: { text: id },
  ...changes,
});

const run = (source: ReturnType<typeof fakeProject>, here: ReturnType<typeof fakeTarget>, options: object = {}) =>
  importFromWeave(source, here.target, { until: UNTIL, waitsMs: [], ...options });

describe("the import of a project", () => {
  it("counts what is stored, there already and skipped, and names each loss", async () => {
    const source = fakeProject("far/away", {
      calls: [
        call("a"),
        call("b", { started_at: "yesterday" }),
        call("c", { inputs: { x: "weave:///far/away/op/f:gone" } }),
      ],
      objects: [
        version("tasks", 0, { rows: "weave:///far/away/table/lost" }),
        version("code", 0, { _type: "CustomWeaveType", files: { "obj.py": "f1", "more.py": "lost" } }),
      ],
      feedback: [note("1"), note("2"), note("3", { weave_ref: null })],
      files: { f1: "code" },
    });
    const here = fakeTarget("e/p", ["2"]);
    const report = await run(source, here);
    expect(report.counts).toMatchObject({
      objects: { total: 2, read: 2, stored: 2, skipped: 0 },
      calls: { total: 3, read: 3, stored: 2, skipped: 1 },
      feedback: { total: 3, read: 3, stored: 1, skipped: 2 },
    });
    expect(report.skippedItems.map(({ filePosition }) => filePosition)).toEqual(["call b", "feedback 3", "feedback 2"]);
    expect(report.losses.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("A table of an object"),
      expect.stringContaining("A file of an object"),
      ...WEAVE_LOSSES,
      expect.stringContaining("no longer has"),
    ]);
    expect(here.objects.versions("code")[0]?.val).toMatchObject({ files: { "obj.py": "stored-4", "more.py": "lost" } });
    expect([report.callsThere, report.callsHere]).toEqual([3, 2]);
  });

  it("stores nothing the second time, and a version that has a new state as a new version", async () => {
    const content = {
      calls: [call("a"), call("b")],
      objects: [
        version("agent", 0, { b: 1, a: 2 }),
        version("agent", 1, { b: 3 }, { aliases: ["latest", "production"] }),
      ],
      feedback: [note("1")],
    };
    const here = fakeTarget("e/p");
    await run(fakeProject("far/away", content), here);
    // Services may return members in another order.
    const [first, second] = content.objects;
    const objects = [{ ...first, val: { a: 2, b: 1 } }, second ?? {}, version("agent", 2, { b: 4 })];
    const { counts } = await run(fakeProject("far/away", { ...content, objects }), here);
    expect(counts).toMatchObject({
      objects: { stored: 1, present: 2 },
      calls: { stored: 0, present: 2 },
      feedback: { stored: 0, present: 1 },
    });
    expect(here.objects.versions("agent").map(({ val }) => val)).toEqual([{ b: 1, a: 2 }, { b: 3 }, { b: 4 }]);
    expect(here.objects.versions("agent")[1]?.aliases).toEqual(["production"]);
  });

  it("continues behind the calls that are stored when it stops, with what is missing", async () => {
    const source = fakeProject("far/away", { calls: Array.from({ length: 3000 }, (_, index) => call(`c${index}`)) });
    const here = fakeTarget("e/p");
    const stop = new AbortController();
    let callsDone = 0;
    const onProgress = (progress: { callsDone: number }) => {
      callsDone = progress.callsDone;
      if (callsDone > 0) stop.abort(new Error("Stopped."));
    };
    await expect(run(source, here, { signal: stop.signal, onProgress })).rejects.toThrow("Stopped.");
    expect(callsDone).toBeGreaterThan(0);
    expect(here.calls.size).toBe(callsDone);
    const { counts } = await run(source, here, { fromCall: callsDone });
    expect(counts.calls).toMatchObject({ read: 3000, stored: 3000 - callsDone, present: 0 });
    expect(here.calls.size).toBe(3000);
  });

  it("brings calls and feedback where the service has no objects, and says so", async () => {
    const source = fakeProject("far/away", {
      calls: [call("a")],
      objects: [version("x", 0, { a: 1 })],
      feedback: [note("1")],
    });
    const here = fakeTarget("e/p");
    const { call: write } = here.target;
    const target = {
      ...here.target,
      call: (async (id: string, body: never, params: never) => {
        if (id.startsWith("obj")) throw new Unsupported();
        return await write(id as "call.upsertBatch", body, params);
      }) as typeof write,
    };
    const report = await run(source, { ...here, target });
    expect(report.counts).toMatchObject({ objects: { stored: 0 }, calls: { stored: 1 }, feedback: { stored: 1 } });
    expect(report.losses[0]?.reason).toContain("stores no objects");
  });
});
