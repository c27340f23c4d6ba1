import { describe, expect, it } from "vitest";
import type { CallOperation } from "@/lib/import/import-service";
import { importOfFeedback } from "./import-id";
import { ImportJournal, type JournalTarget } from "./import-journal";
import { earlierImports, type ImportRecord, recordName } from "./import-record";

class Unsupported extends Error {}
class Refused extends Error {}

const FACTS = { source: "Langfuse", from: "export.jsonl", keepsFeedbackIds: true };
const END = { state: "done", sent: 3, runMs: 10.4, skipped: 1, losses: [{ reason: "lost", count: 2 }] } as const;

/** A project in memory that stores versions of objects, and counts what it is told to. */
function fakeProject({ failures = 0, refusal = null as Error | null } = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  const sent: { readonly operation: string; readonly body: any }[] = [];
  const versions: { object_id: string; digest: string; version_index: number; val: unknown }[] = [];
  let failing = failures;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several operations
  const call = (async (operation: string, body: any) => {
    if (operation === "obj.create" && refusal) throw refusal;
    if (failing > 0) {
      failing -= 1;
      throw new Error("down");
    }
    sent.push({ operation, body });
    if (operation !== "obj.create") return {};
    const { object_id, val } = body.obj;
    const digest = `${object_id}-${versions.length}`;
    versions.push({ object_id, digest, version_index: versions.length, val });
    return { digest };
  }) as CallOperation;
  const target: JournalTarget = {
    call,
    stored: {
      projectId: "e/p",
      // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
      ask: (async (id: string, body: any) => {
        if (id === "calls.queryStats") return { count: 2 };
        if (id === "feedback.query") throw new Unsupported();
        const names: string[] = body.filter.object_ids ?? versions.map(({ object_id }) => object_id);
        return { objs: versions.filter(({ object_id }) => names.includes(object_id)).toReversed() };
        // biome-ignore lint/suspicious/noExplicitAny: as above
      }) as any,
      isUnsupported: (error) => error instanceof Unsupported,
    },
    isRefusal: (error) => error instanceof Refused,
  };
  const records = () => versions.filter(({ object_id }) => object_id.startsWith("import-"));
  return { target, sent, versions, records, last: () => records().at(-1)?.val as ImportRecord };
}

const part = (attributes: object) => ({
  mode: "start" as const,
  req: { start: { project_id: "e/p", op_name: "a", started_at: "2026-11-20T14:00:00Z", attributes, inputs: {} } },
});

describe("the journal of an import", () => {
  it("adds its id to what is stored and leaves reads, ends and other members as they are", async () => {
    const { target, sent } = fakeProject();
    const journal = new ImportJournal(target, FACTS);
    const call = journal.wrap(target.call);
    const end = { mode: "end" as const, req: { end: { project_id: "e/p", id: "c", ended_at: "x", summary: {} } } };
    await call("call.upsertBatch", { batch: [part({ import: { source: "langfuse" }, kind: "llm" }), end] });
    await call("feedback.create", {
      id: "f",
      project_id: "e/p",
      weave_ref: "r",
      feedback_type: "q",
      payload: { value: 1 },
    });
    await call("table.create", { table: { project_id: "e/p", rows: [] } });
    const [, calls, feedback, table] = sent;
    const own = { source: "langfuse", id: journal.id };
    expect(calls?.body.batch).toEqual([part({ import: own, kind: "llm" }), end]);
    expect(feedback?.body).toMatchObject({ id: "f", payload: { value: 1, import: { id: journal.id } } });
    expect(table?.body).toEqual({ table: { project_id: "e/p", rows: [] } });
    expect([{ import: { id: "i" } }, { "import.id": "i" }, { value: 1 }, null].map(importOfFeedback)).toEqual([
      "i",
      "i",
      null,
      null,
    ]);
  });

  it("is written down before anything is stored, and at the end with what it stored and lost", async () => {
    const { target, sent, last, records } = fakeProject();
    const journal = new ImportJournal(target, FACTS);
    const call = journal.wrap(target.call);
    await Promise.all([call("call.upsertBatch", { batch: [] }), call("call.upsertBatch", { batch: [] })]);
    await call("obj.create", { obj: { project_id: "e/p", object_id: "greeting", val: {} } });
    expect(sent.map(({ operation }) => operation)).toEqual([
      "obj.create",
      "call.upsertBatch",
      "call.upsertBatch",
      "obj.create",
    ]);
    expect(last()).toMatchObject({ state: "running", ended_at: null, versions: [] });
    await journal.end(END);
    expect(last()).toMatchObject({
      state: "done",
      sent: 3,
      run_ms: 10,
      // The service of this test does not count feedback.
      calls: 2,
      feedback: null,
      versions: [{ object_id: "greeting" }],
      losses: [{ reason: "lost", count: 2 }],
    });
    expect(records().map(({ object_id }) => object_id)).toEqual(Array(2).fill(recordName(journal.id)));
  });

  it("continues with what an earlier visit stored", async () => {
    const { target, last } = fakeProject();
    const first = new ImportJournal(target, FACTS);
    await first.wrap(target.call)("obj.create", { obj: { project_id: "e/p", object_id: "one", val: {} } });
    await first.end({ ...END, state: "stopped" });
    const second = new ImportJournal(target, { ...FACTS, id: first.id });
    await second.wrap(target.call)("obj.create", { obj: { project_id: "e/p", object_id: "two", val: {} } });
    await second.end(END);
    expect(last()).toMatchObject({ state: "done", sent: 6, versions: [{ object_id: "one" }, { object_id: "two" }] });
  });

  it("leaves no record of an import that stores nothing", async () => {
    const { target, sent } = fakeProject();
    expect([await new ImportJournal(target, FACTS).end(END), sent]).toEqual([null, []]);
  });

  it.each([new Unsupported(), new Refused()])(
    "stores without a record where the service takes none: %s",
    async (refusal) => {
      const { target, sent } = fakeProject({ refusal });
      const journal = new ImportJournal(target, FACTS);
      const call = journal.wrap(target.call);
      await call("call.upsertBatch", { batch: [] });
      await call("call.upsertBatch", { batch: [] });
      expect([await journal.end(END), sent.map(({ operation }) => operation)]).toEqual([
        null,
        ["call.upsertBatch", "call.upsertBatch"],
      ]);
    },
  );

  it("stores nothing when its record cannot be written, and tries again when the import continues", async () => {
    const { target, sent, records } = fakeProject({ failures: 1 });
    const call = new ImportJournal(target, FACTS).wrap(target.call);
    await expect(call("call.upsertBatch", { batch: [] })).rejects.toThrow("down");
    expect(sent).toEqual([]);
    await call("call.upsertBatch", { batch: [] });
    expect([sent.length, records().length]).toEqual([2, 1]);
  });
});

describe("the list of imports", () => {
  it("has the newest first with who began it, and counts records of another form", async () => {
    const { target, versions } = fakeProject();
    for (const [at, from] of ["a", "b"].entries()) {
      const journal = new ImportJournal(target, { ...FACTS, from, id: `i${at}` });
      await journal.wrap(target.call)("call.upsertBatch", { batch: [] });
      const record = versions.at(-1)?.val as { started_at: string };
      record.started_at = `2026-11-2${at}T12:00:00Z`;
      Object.assign(versions.at(-1) ?? {}, { svc_user_id: `user-${at}` });
      await journal.end(END);
      (versions.at(-1)?.val as { started_at: string }).started_at = record.started_at;
    }
    versions.push({ object_id: "import-x", digest: "x", version_index: 9, val: { state: "unheard of" } });
    const { imports, unreadableCount } = await earlierImports(target.stored);
    expect(imports.map(({ record, userId }) => [record.from, userId])).toEqual([
      ["b", "user-1"],
      ["a", "user-0"],
    ]);
    expect(unreadableCount).toBe(1);
  });
});
