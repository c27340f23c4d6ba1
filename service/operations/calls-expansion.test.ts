import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { InvalidRequest } from "@/service/http/errors";
import { upsertBatch } from "@/service/operations/call-upsert-batch";
import { streamCalls } from "@/service/operations/calls-stream-query";
import { createObject } from "@/service/operations/obj-create";
import { openTestService, type TestService } from "@/service/operations/testing/open-service";

// A real engine on a machine that others use, too.
vi.setConfig({ testTimeout: 60_000 });

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
  service = await openTestService();
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

afterAll(() => service.close());

const list = async (request: Record<string, unknown>) =>
  (
    await service.lines<{ inputs: Record<string, unknown> }>("calls.streamQuery", streamCalls, {
      project_id: project,
      ...request,
    })
  ).map((call) => call.inputs.model);

describe("expand_columns", () => {
  it("puts what refs lead to in their place, and names the ref beside it", async () => {
    expect(await list({ expand_columns: ["inputs.model"] })).toEqual([
      { name: "m", prompt: promptRef, _ref: modelRef },
      { name: "m", prompt: promptRef, _ref: modelRef },
      goneRef,
      { name: "inline" },
    ]);
  });

  it("follows refs inside of what was put in place, whatever the order of the paths", async () => {
    const [first] = await list({ expand_columns: ["inputs.model.prompt", "inputs.model"] });
    const prompt = { text: "Be kind.", temperature: 1.5, _ref: promptRef };
    expect(first).toEqual({ name: "m", prompt, _ref: modelRef });
  });

  it("leaves refs alone when values are not wanted, and elsewhere", async () => {
    const asked = { expand_columns: ["inputs.model"], return_expanded_column_values: false };
    expect(await list(asked)).toEqual([modelRef, modelRef, goneRef, { name: "inline" }]);
    expect(await list({ expand_columns: ["inputs.other", "op_name", "nope.x", "inputs.model.name.x"] })).toEqual([
      modelRef,
      modelRef,
      goneRef,
      { name: "inline" },
    ]);
  });

  it("says that conditions cannot look behind refs, instead of finding nothing", async () => {
    const behind = { $eq: [{ $getField: "inputs.model.name" }, { $literal: "m" }] };
    const asked = { expand_columns: ["inputs.model"], query: { $expr: behind } };
    await expect(list(asked)).rejects.toThrow(InvalidRequest);
    expect(await list({ query: { $expr: behind } })).toEqual([]);
  });
});
