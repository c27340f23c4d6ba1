import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyScopes, scopeOf } from "@/lib/api/contract/operation/key-scopes";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations, findOperation, type OperationId } from "@/lib/api/contract/operations";
import { EXAMPLE_BATCH_ID, EXAMPLE_JOB_ID, EXAMPLE_MODEL_ID } from "@/lib/api/contract/training/training-examples";
import { sized } from "@/test/setup/test-length";
import { type Sender, type Sent, ServiceWithKeys } from "./service-keys";

/** The project of all examples of the operations table. */
const PROJECT = "demo/airline";
const OTHER_PROJECT = "other/team";

/** Part of everything that the project stores. */
const CANARY = "CANARY-of-airline";
const CALL_ID = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";
const EXAMPLE_OBJECT_DIGEST = "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA";
const EXAMPLE_TABLE_DIGEST = "f5e1a07eaeffa0af52e676af730ebfe22331a9f0b7dfc1b2ba3e54194e2f54ed";
const EXAMPLE_FILE_DIGEST = "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ";

let service: ServiceWithKeys;

/** Stored ids and names, which replace those of the examples. */
const stored = new Map<string, string>();

function rewritten(operation: Operation, changes: Iterable<readonly [string, string]>): Operation {
  let example = JSON.stringify(operation.example);
  for (const [named, real] of changes) example = example.replaceAll(named, real);
  return { ...operation, example: JSON.parse(example) };
}

/** Every row, with an example that names what is stored. */
const rows = () => allOperations.map((operation) => rewritten(operation, stored));

async function store(id: OperationId, body?: unknown): Promise<Record<string, unknown>> {
  const found = findOperation(id);
  if (!found) throw new Error(`${id} has no row.`);
  const row = rewritten(found, stored);
  const example = body === undefined ? row.example : { ...row.example, body };
  const sent = await service.send({ ...row, example }, "a key of all projects", PROJECT);
  expect([id, sent.status, sent.text]).toEqual([id, 200, sent.text]);
  return JSON.parse(sent.text);
}

async function storeEverything(): Promise<void> {
  const call = { project_id: PROJECT, id: CALL_ID };
  const start = { ...call, trace_id: CALL_ID, op_name: CANARY, started_at: "2026-11-20T14:30:01Z", attributes: {} };
  await store("call.start", { start: { ...start, inputs: { message: CANARY } } });
  await store("call.end", { end: { ...call, ended_at: "2026-11-20T14:30:02Z", output: CANARY, summary: {} } });
  const value = { project_id: PROJECT, object_id: "refund-policy", val: { text: CANARY } };
  stored.set(EXAMPLE_OBJECT_DIGEST, String((await store("obj.create", { obj: value })).digest));
  const table = await store("table.create", { table: { project_id: PROJECT, rows: [{ q: CANARY }] } });
  stored.set(EXAMPLE_TABLE_DIGEST, String(table.digest));
  stored.set(EXAMPLE_FILE_DIGEST, String((await store("file.create")).digest));
  stored.set(EXAMPLE_MODEL_ID, String((await store("models.create")).id));
  stored.set(EXAMPLE_JOB_ID, String((await store("trainingJobs.create")).id));
  const { data } = await store("trajectories.batches", { model_id: stored.get(EXAMPLE_MODEL_ID) });
  const [batch] = data as { id: string }[];
  stored.set(EXAMPLE_BATCH_ID, batch?.id ?? "");
}

beforeAll(async () => {
  service = await ServiceWithKeys.open(OTHER_PROJECT);
  await storeEverything();
});

afterAll(() => service.close());

/**
 * Whether a row's example names its project (in its text, a header or a form), or only the id of something in a
 * project.
 */
function nameIn({ example, body, id }: Operation): "project" | "id" | "nothing" {
  const text = JSON.stringify([example.params, example.query, example.body]);
  const isInHeader = body.kind === "multipart" || body.kind === "media" || id === "completions.responses";
  if (isInHeader || /"project_id":"demo\/airline"|"entity":"demo","project":"airline"/.test(text)) return "project";
  const ids = [EXAMPLE_MODEL_ID, EXAMPLE_JOB_ID, EXAMPLE_BATCH_ID].map((own) => stored.get(own) ?? own);
  // A checkpoint's name contains its project.
  if (text.includes("wandb-artifact:///") || ids.some((own) => text.includes(own))) return "id";
  return text.includes(PROJECT) ? "project" : "nothing";
}

/** Metrics are accepted and dropped, so that exporters do not retry forever: there is nothing to protect. */
const STORES_NOTHING: ReadonlySet<string> = new Set(["otel.exportMetrics"]);

function expectedOf(operation: Operation, sender: Sender): number | "answered" {
  if (operation.auth === "none") return "answered";
  if (["nobody", "a key that was revoked", "a key that has expired"].includes(sender)) return 401;
  if (operation.audience === "dashboard") return 403;
  if (sender === "a key of all projects" || STORES_NOTHING.has(operation.id)) return "answered";
  return { project: 403, id: 404, nothing: "answered" as const }[nameIn(operation)];
}

const TYPES: Readonly<Record<Operation["result"]["kind"], RegExp>> = {
  json: /^(application\/json; charset=utf-8|text\/event-stream)$/,
  jsonl: /^application\/jsonl$/,
  bytes: /^application\/octet-stream$/,
  media: /^application\/(json|x-protobuf)/,
};

/** Expects the type of the row, that of JSON for a refusal, and that no browser guesses another. */
function expectType(operation: Operation, { status, headers }: Sent): void {
  const expected = status < 400 ? TYPES[operation.result.kind] : TYPES.json;
  expect([operation.id, status, headers.get("content-type")]).toEqual([
    operation.id,
    status,
    expect.stringMatching(expected),
  ]);
  const [sniffed, framed] = [headers.get("x-content-type-options"), headers.get("x-frame-options")];
  expect([operation.id, sniffed, framed]).toEqual([operation.id, "nosniff", "DENY"]);
}

describe("each operation of the service", () => {
  it.each<Sender>(["nobody", "a key that was revoked", "a key that has expired", "a key of another project"])(
    "answers %s as its row and its example say",
    async (sender) => {
      for (const operation of rows()) {
        const sent = await service.send(operation, sender, PROJECT);
        const { status, text } = sent;
        expectType(operation, sent);
        const expected = expectedOf(operation, sender);
        const isRefused = status === 401 || status === 403 || status === 404;
        expect([operation.id, isRefused ? status : "answered", text]).toEqual([operation.id, expected, text]);
        // A refusal repeats the name of the project that the request named, and says nothing else about it.
        expect([operation.id, text.includes(CANARY)]).toEqual([operation.id, false]);
        if (expected === "answered") expect([operation.id, text.includes(PROJECT)]).toEqual([operation.id, false]);
      }
    },
  );

  it("answers a key of another project about a project that exists as about one that does not", async () => {
    const nothing: [string, string][] = [
      [PROJECT, "demo/nothing"],
      ['"entity":"demo","project":"airline"', '"entity":"demo","project":"nothing"'],
    ];
    let compared = 0;
    for (const operation of rows().filter((row) => nameIn(row) === "project" && row.audience === "clients")) {
      const [there, absent] = [
        await service.send(operation, "a key of another project", PROJECT),
        await service.send(rewritten(operation, nothing), "a key of another project", "demo/nothing"),
      ].map(({ status, text }) => [operation.id, status, text.replaceAll(/airline|nothing/g, "NAME")]);
      expect(absent).toEqual(there);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it("shows nothing of another project to a key that names its own project and the other's ids and digests", async () => {
    const own: [string, string][] = [
      [`"project_id":"${PROJECT}"`, `"project_id":"${OTHER_PROJECT}"`],
      ['"entity":"demo","project":"airline"', '"entity":"other","project":"team"'],
    ];
    for (const operation of rows()) {
      if (operation.audience === "dashboard" || !sized({ once: operation.effect === "read", all: true })) continue;
      const { text } = await service.send(rewritten(operation, own), "a key of another project", OTHER_PROJECT);
      expect([operation.id, text.includes(CANARY)]).toEqual([operation.id, false]);
    }
  });

  it("reads no ref of another project that a call of the key's own project contains", async () => {
    const digest = stored.get(EXAMPLE_OBJECT_DIGEST);
    const policy = `weave:///${PROJECT}/object/refund-policy:${digest}`;
    const id = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c99";
    const times = { started_at: "2026-11-20T14:30:01Z", ended_at: "2026-11-20T14:30:02Z" };
    const call = {
      project_id: OTHER_PROJECT,
      id,
      trace_id: id,
      op_name: "probe",
      attributes: {},
      summary: {},
      ...times,
    };
    const sendOwn = (rowId: OperationId, body: unknown) => {
      const operation = findOperation(rowId);
      if (!operation) throw new Error(`${rowId} has no row.`);
      const params = { entity: "other", project: "team" };
      const example = { ...operation.example, params, body };
      return service.send({ ...operation, example }, "a key of another project", OTHER_PROJECT);
    };
    const made = await sendOwn("calls.complete", { batch: [{ ...call, inputs: { policy }, output: policy }] });
    expect(made.status).toBe(200);
    const filter = { project_id: OTHER_PROJECT, expand_columns: ["inputs.policy", "output"] };
    const read = await sendOwn("calls.streamQuery", filter);
    expect(read.text).toContain(policy);
    expect(read.text).not.toContain(CANARY);
    const eq = [{ $getField: "inputs.policy.text" }, { $literal: CANARY }];
    const guessed = await sendOwn("calls.streamQuery", { ...filter, query: { $expr: { $eq: eq } } });
    expect([guessed.status, guessed.text]).toEqual([200, ""]);
  });

  it("tells a key that may only write the trace of a call that its own user stored, and of no other", async () => {
    const row = findOperation("call.start");
    if (!row) throw new Error("call.start has no row.");
    const traceOf = async (sender: Sender, id: string) => {
      const times = { started_at: "2026-11-20T14:30:01Z", attributes: {}, inputs: {}, op_name: "probe" };
      const body = { start: { project_id: PROJECT, id, ...times } };
      return JSON.parse((await service.send({ ...row, example: { ...row.example, body } }, sender, PROJECT)).text)
        .trace_id;
    };
    expect(await traceOf("a key of all projects", CALL_ID)).toBe(CALL_ID);
    expect(await traceOf("a key that may only write", CALL_ID)).not.toBe(CALL_ID);
    const id = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9caa";
    expect(await traceOf("a key that may only write", id)).toBe(await traceOf("a key that may only write", id));
  });

  // The last ones, since keys that may delete what is stored do so.
  it.each(keyScopes)(
    "is refused to a key that may only %s, unless its row asks for just that, and has the type of its row",
    async (scope) => {
      const [allowed, answered, shown]: [string[], string[], string[]] = [[], [], []];
      for (const operation of rows()) {
        if (operation.auth === "none") continue;
        const sent = await service.send(operation, `a key that may only ${scope}`, PROJECT);
        const { status, text } = sent;
        expectType(operation, sent);
        const isAllowed = operation.audience === "clients" && scopeOf(operation) === scope;
        if (isAllowed) allowed.push(operation.id);
        if (status < 400) answered.push(operation.id);
        if (text.includes(CANARY)) shown.push(operation.id);
        expect([operation.id, status === 403, text]).toEqual([operation.id, !isAllowed, text]);
        if (!isAllowed && operation.audience === "clients") {
          expect([operation.id, text]).toEqual([operation.id, expect.stringContaining("lacks the permission")]);
        }
        // The refusals above protect something: a key that may read receives it.
        if (scope === "read" && isAllowed && nameIn(operation) === "id") {
          expect([operation.id, status]).toEqual([operation.id, 200]);
        }
      }
      expect(allowed.length).toBeGreaterThan(3);
      if (scope !== "read") return;
      // Some examples name what does not exist here.
      expect(answered.length).toBeGreaterThan(allowed.length / 2);
      expect(shown).toEqual(
        expect.arrayContaining(["calls.streamQuery", "value.content", "obj.read", "refs.readBatch", "table.query"]),
      );
    },
  );
});
