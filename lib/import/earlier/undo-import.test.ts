import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importService } from "@/lib/import/import-service";
import { readImport } from "@/lib/import/read-import";
import { sendImport } from "@/lib/import/send-import";
import { lines } from "@/lib/import/testing/imported-text";
import type { WeaveTarget } from "@/lib/import/weave/weave-service";
import { weaveTarget } from "@/scripts/commands/http/weave-http";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { ImportJournal } from "./import-journal";
import { earlierImports, type ImportRecord } from "./import-record";
import { undoImport } from "./undo-import";
import { planUndo } from "./undo-plan";

const KEY = "hk_0123456789012345678901234567890123456789";
const { signal } = new AbortController();

let folder: string;
let served: ServedService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-undo-"));
  served = await serveService(folder, KEY);
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const START = "2026-11-20T14:00:00.000Z";
const END = "2026-11-20T14:00:01.000Z";

const observation = {
  id: "o1",
  traceId: "t1",
  type: "SPAN",
  name: "answer",
  startTime: START,
  endTime: END,
  isRootObservation: true,
};
const score = { id: "s1", name: "quality", dataType: "NUMERIC", value: 1, source: "API", traceId: "t1" };
const prompt = {
  type: "text",
  name: "greeting",
  version: 1,
  prompt: "Hello {{name}}",
  labels: [],
  tags: [],
  config: {},
};
/** A client's own type of feedback, whose members are scores. */
const thumb = { id: "f1", feedback_type: "thumb", payload: { up: true } };
const exportedCall = {
  id: "c1",
  op_name: "turn",
  trace_id: "c1",
  started_at: START,
  ended_at: END,
  attributes: {},
  inputs: {},
  output: null,
  summary: { weave: { feedback: [thumb] } },
};
const span = (spanId: string, attributes: readonly object[]) => ({
  traceId: "5b8efff798038103d269b633813fc60c",
  spanId,
  name: "chat",
  startTimeUnixNano: "1795183200000000000",
  endTimeUnixNano: "1795183201000000000",
  attributes,
});
/** Attributes of a request to a model are read as such, and only those of other spans are kept as they are. */
const spans = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            span("eee19b7ec3c1b174", [{ key: "gen_ai.operation.name", value: { stringValue: "chat" } }]),
            span("eee19b7ec3c1b175", [{ key: "step", value: { intValue: "1" } }]),
          ],
        },
      ],
    },
  ],
};
const FILE = lines(observation, score, prompt, exportedCall, spans);

function project(): WeaveTarget {
  const address = { url: new URL(served.url), key: KEY };
  return weaveTarget(`e/${uuid4()}`, address, { signal, waitsMs: [] });
}

async function* fileOf(text: string) {
  yield text;
}

async function imported(target: WeaveTarget, text = FILE, renewsCallIds = false): Promise<ImportRecord | null> {
  const facts = { source: "Langfuse", from: "export.jsonl", keepsFeedbackIds: false, renewsCallIds };
  const journal = new ImportJournal(target, facts);
  const { projectId, isUnsupported } = target.stored;
  const items = readImport(fileOf(text), { projectId, inventedFromMs: Date.parse(START) });
  const { skippedItems } = await sendImport(items, importService(projectId, journal.wrap(target.call), isUnsupported));
  expect(skippedItems).toEqual([]);
  return await journal.end({ state: "done", sent: 9, runMs: 1000, skipped: 0, losses: [] });
}

async function stored(target: WeaveTarget) {
  const { projectId, lines: linesOf, ask } = target.stored;
  const calls: string[] = [];
  const body = { project_id: projectId, columns: ["id"] };
  for await (const line of linesOf("calls.streamQuery", body)) calls.push(String(JSON.parse(line).id));
  const { result } = await ask("feedback.query", { project_id: projectId, fields: ["feedback_type"] });
  const { objs } = await ask("objs.query", { project_id: projectId, filter: { object_ids: ["greeting"] } });
  return {
    calls,
    feedback: result.map(({ feedback_type: type }) => type).toSorted(),
    versions: objs.filter(({ deleted_at }) => !deleted_at).length,
  };
}

const recordOf = async (target: WeaveTarget): Promise<ImportRecord> => {
  const [first] = (await earlierImports(target.stored)).imports;
  if (!first) throw new Error("No import is recorded.");
  return first.record;
};

const undo = async (target: WeaveTarget, record: ImportRecord) =>
  await undoImport(target, await planUndo(target.stored, record, { signal }), { signal });

describe("the undo of an import", () => {
  it("deletes what the import stored of every kind, and not what was there before it", async () => {
    const target = project();
    const { call, stored: read } = target;
    const before = { ...exportedCall, id: "c0", trace_id: "c0", summary: {} };
    await imported(target, lines(before));
    // The second file has the call of the first one, too: the service keeps the first.
    const second = await imported(target, `${lines(before)}\n${FILE}`);
    expect(second).toMatchObject({ calls: 5, feedback: 2, versions: [{ object_id: "greeting" }] });
    // Members of feedback that has no value are scores: the id of the import is none.
    const { scores } = (await call("scores.list" as never, { project_id: read.projectId } as never)) as {
      scores: { name: string }[];
    };
    expect(scores.map(({ name }) => name).toSorted()).toEqual(["quality", "thumb.up"]);
    expect(await undo(target, await recordOf(target))).toMatchObject({
      calls: 5,
      feedback: 2,
      versions: 1,
      kept_calls: 0,
    });
    expect(await stored(target)).toEqual({ calls: ["c0"], feedback: [], versions: 0 });
    const { imports } = await earlierImports(read);
    expect(imports.map(({ record }) => [record.state, record.calls])).toEqual([
      ["undone", 5],
      ["done", 1],
    ]);
  });

  it("keeps calls that were added to since, with what is above them, and deletes them once that is gone", async () => {
    const target = project();
    const { call, stored: read } = target;
    const { projectId: project_id } = read;
    const record = await imported(target);
    if (!record) throw new Error("No record.");
    const below = { ...exportedCall, id: "later", parent_id: "c1", project_id };
    const { summary: _s, output: _o, ended_at: _e, ...start } = below;
    await call("call.upsertBatch", { batch: [{ mode: "start", req: { start } }] });
    const children: string[] = [];
    for await (const line of read.lines("calls.streamQuery", {
      project_id,
      filter: { op_names: ["answer"] },
      columns: ["id", "parent_id"],
    })) {
      const { id, parent_id } = JSON.parse(line);
      if (parent_id) children.push(id);
    }
    const [judged] = children;
    const note = { project_id, feedback_type: "wandb.note.1", payload: { note: "wrong" } };
    await call("feedback.create", { ...note, weave_ref: `weave:///${project_id}/call/${judged}` });
    await call("obj.create", { obj: { project_id, object_id: "greeting", val: { _class_name: "Prompt", a: 1 } } });

    const plan = await planUndo(read, record, { signal });
    // The root of the trace, the observation below it, and the call with a later one below.
    expect(plan).toMatchObject({ keptCalls: 3, continuedObjects: ["greeting"] });
    expect([plan.callIds.length, plan.feedbackIds.length, plan.versions.length]).toEqual([2, 2, 1]);
    expect((await stored(target)).calls).toHaveLength(6);
    expect(await undoImport(target, plan, { signal })).toMatchObject({ calls: 2, kept_calls: 3 });
    expect(await stored(target)).toMatchObject({ feedback: ["wandb.note.1"], versions: 1 });
    expect((await stored(target)).calls).toHaveLength(4);

    await call("calls.delete", { project_id, call_ids: ["later"] });
    const { result } = await read.ask("feedback.query", { project_id, fields: ["id"] });
    const ids = result.map(({ id }) => ({ $literal: String(id) }));
    await call("feedback.purge", { project_id, query: { $expr: { $in: [{ $getField: "id" }, ids] } } });
    expect(await undo(target, await recordOf(target))).toMatchObject({ calls: 5, kept_calls: 0 });
    expect((await stored(target)).calls).toEqual([]);
  });

  it("leaves a project in which the file can be imported again, with new ids of calls, and nothing is refused", async () => {
    const target = project();
    const record = await imported(target);
    if (!record) throw new Error("No record.");
    await undo(target, record);
    expect(await imported(target)).toMatchObject({ calls: 0, feedback: 2, versions: [{ object_id: "greeting" }] });
    expect((await stored(target)).calls).toEqual([]);
    expect(await imported(target, FILE, true)).toMatchObject({ calls: 5, feedback: 2 });
    const { projectId: project_id } = target.stored;
    const calls = new Map<string, Record<string, unknown>>();
    const columns = ["id", "parent_id", "op_name", "summary.weave.feedback"];
    const body = { project_id, columns, include_feedback: true };
    for await (const line of target.stored.lines("calls.streamQuery", body)) {
      const call = JSON.parse(line);
      calls.set(call.id, call);
    }
    // Parents and scores follow their calls.
    const below = [...calls.values()].find(({ op_name, parent_id }) => op_name === "answer" && parent_id);
    expect(calls.get(String(below?.parent_id))).toMatchObject({
      summary: { weave: { feedback: [{ feedback_type: "quality" }] } },
    });
  });
});
