import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkpoint, started, TestTraining } from "@/service/training/testing/open-test-training";

let service: TestTraining;

beforeAll(async () => {
  service = await TestTraining.open();
});

afterAll(() => service.close());

const writing = (text: string) => [started(0), { write: ["weights", text] }, checkpoint()];

/** Registers a model and trains it twice. */
async function trained(name: string): Promise<string> {
  const model = await service.model(name);
  for (const text of ["w1", "w2"]) await service.ended(await service.job(model, writing(text)));
  return model;
}

const register = (name: string, from: { model_id: string; step: number }, members: object = {}) =>
  service.ask("POST", "/v1/preview/models", {
    ...{ entity: "demo", project: "airline", name, base_model: "tiny", from },
    ...members,
  });

const readModel = async (model_id: string) => (await service.ask("POST", "/models/read", { model_id })).body;

/** The checkpoint that the trainer of a new job was given, with its weights. */
async function previousOf(model: string, file: string) {
  const told = service.file(file);
  const job = await service.job(model, [{ tell: told }, ...writing("next")]);
  await service.ended(job);
  const { previous_checkpoint: previous } = JSON.parse(readFileSync(told, "utf8"));
  const { body } = await service.ask("GET", `/v1/preview/training-jobs/${job}`);
  return {
    job: body,
    step: previous?.step,
    path: previous?.path,
    weights: previous && readFileSync(join(previous.path, "weights"), "utf8"),
  };
}

describe("a fork of a checkpoint", () => {
  it("trains on from an older checkpoint, with steps of its own, and says what it was forked from", async () => {
    const source = await trained("agent");
    const { body: fork } = await register("agent-again", { model_id: source, step: 1 });
    const from = { model_id: source, name: "agent", step: 1 };
    expect(await readModel(fork.id)).toMatchObject({ latest_step: 0, base_model: "tiny", forked_from: from });
    expect((await readModel(source)).forked_from).toBeNull();
    const first = await previousOf(fork.id, "first");
    expect([first.step, first.weights, first.job.step, first.job.forked_from]).toEqual([0, "w1", 1, from]);
    const second = await previousOf(fork.id, "second");
    expect([second.step, second.weights, second.job.forked_from]).toEqual([1, "next", null]);
    // The source trains on from its own newest checkpoint.
    expect((await previousOf(source, "source")).weights).toBe("w2");
  });

  it("keeps its weights when its source is deleted", async () => {
    const source = await trained("old");
    const { body: fork } = await register("kept", { model_id: source, step: 2 });
    expect((await service.ask("DELETE", `/v1/preview/models/${source}`)).status).toBe(200);
    await service.restart();
    expect((await previousOf(fork.id, "kept")).weights).toBe("w2");
    expect((await readModel(fork.id)).forked_from).toEqual({ model_id: source, name: "old", step: 2 });
  });

  it("of step 0 begins with the base model", async () => {
    const { body: fork } = await register("fresh", { model_id: await service.model("untrained"), step: 0 });
    expect((await previousOf(fork.id, "fresh")).step).toBeUndefined();
  });

  it("is refused without its checkpoint, with another base model, and where the name is taken, and leaves no model and no files", async () => {
    const source = await trained("whole");
    const folder = dirname((await previousOf(source, "whole")).path);
    const files = service.training.folder;
    const before = (await files.checkpointIds()).length;
    const at = async (name: string, from: { model_id: string; step: number }, members?: object) => {
      const { status, body } = await register(name, from, members);
      return [status, body.detail?.[0].loc.join(".") ?? body.reason];
    };
    expect(await at("f", { model_id: source, step: 9 })).toEqual([422, "body.from.step"]);
    expect(await at("f", { model_id: "none", step: 0 })).toEqual([422, "body.from.model_id"]);
    expect(await at("f", { model_id: source, step: 1 }, { project: "other" })).toEqual([422, "body.from.model_id"]);
    expect(await at("f", { model_id: source, step: 1 }, { base_model: "big" })).toEqual([422, "body.base_model"]);
    expect(await at("whole", { model_id: source, step: 1 })).toEqual([409, expect.stringContaining("already exists")]);
    expect(await files.checkpointIds()).toHaveLength(before);
    expect(existsSync(folder)).toBe(true);
    const { body } = await service.ask("POST", "/models/list", { project_id: "demo/airline", words: ["whole"] });
    expect(body.data).toHaveLength(1);
  });
});
