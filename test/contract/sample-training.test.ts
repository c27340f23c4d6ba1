import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSample } from "@/lib/sample/create-sample";
import { removeSample } from "@/lib/sample/remove-sample";
import { type SampleSpec, sampleSpec } from "@/lib/sample/sample-project";
import type { SampleService } from "@/lib/sample/sample-service";
import { recordedAnswers, TRAINED_MODEL } from "@/lib/sample/sample-training";
import { answerSeed, MAX_ANSWER_TOKENS, TRIALS_PER_TASK, trainingMessages } from "@/lib/sample/training-rollouts";
import { type TrainingTask, trainingTasks } from "@/lib/sample/training-tasks";
import { openService, type Service } from "@/service/service";
import { sampleServiceOver } from "@/test/setup/sample-service-over";

const KEY = "hk_training_1234567890123456789012345678901234";

const END_MS = Date.UTC(2026, 10, 20, 12);

/** The base model takes seconds to fit, and each job starts a program, on a machine that may be busy. */
const TIMEOUT_MS = 240_000;

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-sample-training-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: BodyInit): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}` };
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = await service.fetch(new Request(`http://service${path}`, init));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Runs the real service without a browser; `failAt` is the job whose request is lost. */
function straight(options: { failAt?: number } = {}): SampleService & { sentJobs: number } {
  const { trainer, ...service } = sampleServiceOver(send);
  const own: SampleService & { sentJobs: number } = {
    ...service,
    sentJobs: 0,
    review: null,
    trainer: trainer && {
      ...trainer,
      startJob: async (body) => {
        own.sentJobs += 1;
        if (own.sentJobs === options.failAt) throw new Error("the line broke");
        await trainer.startJob(body);
      },
    },
  };
  return own;
}

async function models(projectId: string) {
  return (await straight().call("models.list", { project_id: projectId })).data;
}

async function jobs(modelId: string) {
  return (await straight().call("trainingJobs.list", { model_id: modelId, order: "asc", limit: 100 })).data;
}

interface Answered {
  readonly choices: readonly { readonly message: { content: string | null; tool_calls?: readonly ToolCall[] } }[];
}

interface ToolCall {
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Samples a checkpoint over HTTP, as the recording did. */
async function answersOf(projectId: string, step: number, task: TrainingTask, seed: number) {
  const body = {
    model: `wandb-artifact:///${projectId}/${TRAINED_MODEL}:step${step}`,
    messages: trainingMessages(task),
    n: TRIALS_PER_TASK,
    max_tokens: MAX_ANSWER_TOKENS,
    seed,
  };
  const answer = (await (await send("POST", "/v1/chat/completions", JSON.stringify(body))).json()) as Answered;
  return answer.choices.map(({ message }) => ({
    text: message.content,
    tools: (message.tool_calls ?? []).map(({ function: { name, arguments: text } }) => [name, text]),
  }));
}

it("trains the sample's model with the answers of its own checkpoints, evaluates it, and is removed completely", {
  tags: ["all"],
  timeout: TIMEOUT_MS,
}, async () => {
  const spec: SampleSpec = { ...sampleSpec(END_MS), threadCount: 4, trainingSteps: 3 };
  const { projectId } = spec;
  await expect(createSample(straight({ failAt: 2 }), { spec })).rejects.toThrow("the line broke");
  const again = straight();
  await createSample(again, { spec });
  expect(again.sentJobs).toBe(2);
  const [model] = await models(projectId);
  const modelId = model?.id ?? "";
  const statuses = async () => (await jobs(modelId)).map(({ status }) => status);
  await expect.poll(statuses, { timeout: TIMEOUT_MS, interval: 250 }).toEqual(["completed", "completed", "completed"]);

  const evaluated = async () => {
    const { checkpoints } = await again.call("checkpointEvaluations.read", { model_id: modelId });
    return checkpoints.map(({ run }) => run?.state ?? null);
  };
  await expect.poll(evaluated, { timeout: TIMEOUT_MS, interval: 250 }).toEqual(["finished", null, null, "finished"]);
  const { checkpoints, best } = await again.call("checkpointEvaluations.read", { model_id: modelId });
  const scoreOf = (step: number) =>
    checkpoints[step]?.run?.figures?.scores.find(({ id }) => id === "right_tool")?.mean ?? Number.NaN;
  expect(scoreOf(3)).toBeGreaterThan(scoreOf(0));
  expect(best?.step).toBe(3);

  const { trained } = trainingTasks(spec.seed);
  const recorded = recordedAnswers();
  for (const [index, task] of trained.slice(0, 4).entries()) {
    const expected = recorded[2]?.[index]?.map(({ text, tools }) => ({ text, tools }));
    expect(await answersOf(projectId, 2, task, answerSeed(3, index))).toEqual(expected);
  }

  const repeated = straight();
  await createSample(repeated, { spec });
  expect(repeated.sentJobs).toBe(0);
  await removeSample(again, projectId);
  expect(await models(projectId)).toEqual([]);
  expect(await again.call("calls.queryStats", { project_id: projectId })).toMatchObject({ count: 0 });
  expect(await again.call("objs.query", { project_id: projectId })).toMatchObject({ objs: [] });
});

it("is removed while it trains", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
  const spec: SampleSpec = { ...sampleSpec(END_MS), projectId: "test/removed", threadCount: 4 };
  const service = straight();
  await createSample(service, { spec });
  await removeSample(service, spec.projectId);
  expect(await models(spec.projectId)).toEqual([]);
  expect(await service.call("calls.queryStats", { project_id: spec.projectId })).toMatchObject({ count: 0 });
});

it("has no model where another trainer is set", async () => {
  const spec: SampleSpec = { ...sampleSpec(END_MS), projectId: "test/other-trainer", threadCount: 4 };
  const { trainer, ...service } = straight();
  if (!trainer) throw new Error("no trainer");
  await createSample({ ...service, trainer: { ...trainer, baseModels: async () => ["other/model"] } }, { spec });
  expect(await models(spec.projectId)).toEqual([]);
});
