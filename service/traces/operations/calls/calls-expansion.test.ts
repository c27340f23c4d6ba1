import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { readPermitted } from "@/service/traces/values/permitted-refs";
import { upsertBatch } from "./call-upsert-batch";
import { queryCallStats } from "./calls-query-stats";
import { streamCalls } from "./calls-stream-query";

let service: TestService;
const project = `e/${uuid4()}`;
let promptRef = "";
let modelRef = "";
const goneRef = `weave:///${project}/object/gone:RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o`;

async function publish(name: string, val: unknown): Promise<string> {
  const body = { obj: { project_id: project, object_id: name, val } };
  const { digest } = await service.ask<{ digest: string }>("obj.create", createObject, body);
  return `weave:///${project}/object/${name}:${digest}`;
}

beforeAll(async () => {
  service = await sharedTestService();
  promptRef = await publish("prompt", { text: "Be kind.", temperature: 1.5 });
  modelRef = await publish("model", { name: "m", prompt: promptRef });
  const inputs = [{ model: modelRef, n: 1 }, { model: modelRef }, { model: goneRef }, { model: { name: "inline" } }];
  const batch = inputs.map((value, index) => {
    const times = { started_at: `2026-11-20T10:00:0${index}Z` };
    const start = { project_id: project, id: uuid7(), op_name: "op", attributes: {}, inputs: value, ...times };
    return { mode: "start", req: { start } };
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
});

const list = async (request: Record<string, unknown>) =>
  (
    await service.lines<{ inputs: Record<string, unknown> }>("calls.streamQuery", streamCalls, {
      project_id: project,
      ...request,
    })
  ).map((call) => call.inputs.model);

describe("expand_columns", () => {
  it("replaces refs by their values, and adds the ref next to each value", async () => {
    expect(await list({ expand_columns: ["inputs.model"] })).toEqual([
      { name: "m", prompt: promptRef, _ref: modelRef },
      { name: "m", prompt: promptRef, _ref: modelRef },
      goneRef,
      { name: "inline" },
    ]);
  });

  it("follows refs inside inserted values, whatever the order of the paths", async () => {
    const [first] = await list({ expand_columns: ["inputs.model.prompt", "inputs.model"] });
    const prompt = { text: "Be kind.", temperature: 1.5, _ref: promptRef };
    expect(first).toEqual({ name: "m", prompt, _ref: modelRef });
  });

  it("leaves refs unchanged when values are not requested, and at other paths", async () => {
    const sentRequest = { expand_columns: ["inputs.model"], return_expanded_column_values: false };
    expect(await list(sentRequest)).toEqual([modelRef, modelRef, goneRef, { name: "inline" }]);
    expect(await list({ expand_columns: ["inputs.other", "op_name", "nope.x", "inputs.model.name.x"] })).toEqual([
      modelRef,
      modelRef,
      goneRef,
      { name: "inline" },
    ]);
  });

  it("lets conditions and sorts reach values behind refs, and plain values", async () => {
    const is = (name: string, value: string) => ({ $expr: { $eq: [{ $getField: name }, { $literal: value }] } });
    const expand_columns = ["inputs.model", "inputs.model.prompt"];
    const plain = { expand_columns, return_expanded_column_values: false };
    expect(await list({ ...plain, query: is("inputs.model.name", "m") })).toEqual([modelRef, modelRef]);
    expect(await list({ ...plain, query: is("inputs.model.name", "inline") })).toEqual([{ name: "inline" }]);
    expect(await list({ ...plain, query: is("inputs.model.prompt.text", "Be kind.") })).toEqual([modelRef, modelRef]);
    expect(await list({ ...plain, query: is("inputs.model.prompt.text", "' OR 1=1 --") })).toEqual([]);
    expect(await list({ query: is("inputs.model.name", "m") })).toEqual([]);
    const body = { project_id: project, expand_columns, query: is("inputs.model.name", "m") };
    expect(await service.ask("calls.queryStats", queryCallStats, body)).toMatchObject({ count: 2 });
    const sort_by = [
      { field: "inputs.model.name", direction: "desc" },
      { field: "started_at", direction: "asc" },
    ];
    expect(await list({ ...plain, sort_by })).toEqual([modelRef, modelRef, { name: "inline" }, goneRef]);
    const negated = { $expr: { $not: [is("inputs.model.name", "m").$expr] } };
    expect(await list({ ...plain, query: negated })).toEqual([goneRef, { name: "inline" }]);
  });

  it("reads nothing from a project the key may not read", async () => {
    const limited = { ...service.services, identity: { userId: "k", name: "k", projects: ["e/other"] } };
    const context = { ...limited, signal: new AbortController().signal };
    expect(await readPermitted(context, [modelRef])).toEqual(new Map());
    expect([
      ...(
        await readPermitted({ ...context, identity: { ...limited.identity, projects: [project] } }, [modelRef])
      ).keys(),
    ]).toEqual([modelRef]);
  });
});
