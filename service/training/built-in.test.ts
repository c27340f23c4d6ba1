import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI from "openai";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openService, type Service } from "@/service/service";

const KEY = "hdl_built-in-trainer-key";
const NAME = "wandb-artifact:///demo/letters/speller";

/** A job starts a program and may wait for a busy machine. */
const TIMEOUT_MS = 180_000;

let folder = "";
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "built-in-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const request = new Request(`http://service/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body), duplex: "half" }),
  });
  const response = await service.fetch(request);
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

interface Listed {
  readonly data: readonly { readonly id: string; readonly type: string; readonly data: Record<string, number> }[];
}

/** The events of a job, once the last of them is stored. */
async function eventsOf(jobId: string): Promise<Listed["data"]> {
  return await expect
    .poll(
      async () => {
        const { data } = (await ask("GET", `/preview/training-jobs/${jobId}/events?limit=100`)) as unknown as Listed;
        return data.some(({ type }) => type === "training_ended" || type === "training_failed") ? data : null;
      },
      { timeout: TIMEOUT_MS, interval: 100 },
    )
    .not.toBeNull()
    .then(
      async () => ((await ask("GET", `/preview/training-jobs/${jobId}/events?limit=100`)) as unknown as Listed).data,
    );
}

const trajectory = (answer: string, reward: number) => ({
  messages_and_choices: [
    { role: "user", content: "Spell it." },
    { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content: answer } },
  ],
  reward,
});

const register = (name: string, baseModel: string) =>
  ask("POST", "/preview/models", { entity: "demo", project: "letters", name, base_model: baseModel });

const chatWith = (model: string, more: Record<string, unknown> = {}) =>
  ask("POST", "/chat/completions", { model, messages: [{ role: "user", content: "Spell it." }], ...more });

describe("the built-in trainer, over the wire", () => {
  test("trains a checkpoint that answers as it was rewarded, and reports its metrics", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const model = await register("speller", "heddle/bytes-blank-1");
    const group = { trajectories: [trajectory("heddle", 1), trajectory("#######", 0)] };
    const job = await ask("POST", "/preview/training-jobs", {
      model_id: model.id,
      trajectory_groups: Array.from({ length: 30 }, () => group),
      experimental_config: { learning_rate: 0.3, packed_sequence_length: 1 },
    });
    const events = await eventsOf(String(job.id));
    expect(events.map(({ type }) => type)).toEqual([
      "training_started",
      ...Array.from({ length: 60 }, () => "gradient_step"),
      "training_ended",
    ]);
    expect(events[0]?.data).toEqual({ num_sequences: 60 });
    for (const { data } of events.slice(1, -1)) {
      expect(Object.values(data).every(Number.isFinite)).toBe(true);
      expect(data).toMatchObject({ reward: 0.5, reward_std_dev: 0.5, num_groups_trainable: 30, learning_rate: 0.3 });
      expect(data).toMatchObject({ "time/step_s": expect.any(Number), "system/memory_bytes": expect.any(Number) });
    }
    expect(events[1]?.data.entropy).toBeCloseTo(Math.log(256), 6);
    expect(events.at(-2)?.data.entropy).toBeLessThan(Math.log(256) - 0.5);

    const answer = await chatWith(`${NAME}:step1`, { temperature: 0, max_tokens: 6, logprobs: true, top_logprobs: 2 });
    const [choice] = answer.choices as [{ message: { content: string }; logprobs: { content: { bytes: number[] }[] } }];
    expect(choice.message.content).toBe("heddle");
    expect(Buffer.from(choice.logprobs.content.flatMap(({ bytes }) => bytes)).toString()).toBe("heddle");
    expect(answer.usage).toMatchObject({ completion_tokens: 6 });

    const untrained = await chatWith(`${NAME}:step0`, { seed: 1, max_tokens: 6 });
    expect((untrained.choices as [{ message: { content: string } }])[0].message.content).not.toBe("heddle");
  });

  test("answers OpenAI's client, streamed and not, with the same text", { timeout: TIMEOUT_MS }, async () => {
    await register("streamer", "heddle/bytes-blank-1");
    const client = new OpenAI({
      apiKey: KEY,
      baseURL: "http://service/v1",
      fetch: async (url, init) => await service.fetch(new Request(url, init)),
    });
    const request = {
      model: "wandb-artifact:///demo/letters/streamer",
      messages: [{ role: "user", content: "Spell it." }],
      seed: 3,
      max_tokens: 20,
      logprobs: true,
    } satisfies OpenAI.ChatCompletionCreateParams;
    const complete = await client.chat.completions.create(request);
    const streamed = await client.chat.completions.stream(request).finalChatCompletion();
    expect(streamed.choices[0]?.message.content).toBe(complete.choices[0]?.message.content);
    expect(streamed.choices[0]?.logprobs?.content).toHaveLength(20);
  });

  test("continues from the previous checkpoint, and leaves that one unchanged", { timeout: TIMEOUT_MS }, async () => {
    const model = await register("second", "heddle/bytes-blank-1");
    const train = async () => {
      const job = await ask("POST", "/preview/training-jobs", {
        model_id: model.id,
        trajectory_groups: [{ trajectories: [trajectory("ok", 1), trajectory("no", 0)] }],
        experimental_config: { learning_rate: 0.2 },
      });
      return await eventsOf(String(job.id));
    };
    const [, first] = await train();
    const logprobs = async (step: number) => {
      const answer = await chatWith(`wandb-artifact:///demo/letters/second:step${step}`, {
        temperature: 0,
        max_tokens: 1,
        logprobs: true,
      });
      const [choice] = answer.choices as [{ logprobs: { content: { logprob: number }[] } }];
      return choice.logprobs.content[0]?.logprob ?? 0;
    };
    const before = await logprobs(1);
    const [, second] = await train();
    expect(first?.data.kl_policy_ref).toBeCloseTo(0, 6);
    expect(second?.data.kl_policy_ref).not.toBeCloseTo(0, 3);
    expect(await logprobs(1)).toBe(before);
    expect(await logprobs(2)).toBeGreaterThan(before);
  });

  test("ends a job on another base model as failed, and names the supported ones", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const model = await register("large", "example/large-7b");
    const job = await ask("POST", "/preview/training-jobs", {
      model_id: model.id,
      trajectory_groups: [{ trajectories: [trajectory("a", 1), trajectory("b", 0)] }],
    });
    const events = await eventsOf(String(job.id));
    expect(events.map(({ type }) => type)).toEqual(["training_failed"]);
    expect(events[0]?.data).toMatchObject({ error_message: expect.stringContaining("heddle/bytes-airline-1") });
    await expect(chatWith("wandb-artifact:///demo/letters/large:step0")).rejects.toThrow(
      "This service cannot run checkpoints of example/large-7b",
    );
  });

  test("lists its base models", async () => {
    expect(await ask("GET", "/preview/base-models")).toEqual(["heddle/bytes-airline-1", "heddle/bytes-blank-1"]);
  });

  test.each([
    [{ temperature: 3 }, "temperature must be a number from 0 to 2."],
    [{ max_tokens: 0 }, "max_tokens must be a number from 1 to 16384."],
  ])("refuses %j with a reason", async (member, reason) => {
    await register("speller-2", "heddle/bytes-blank-1").catch(() => undefined);
    await expect(chatWith("wandb-artifact:///demo/letters/speller-2", member)).rejects.toThrow(reason);
  });

  describe("as a provider of completions", () => {
    const completion = (model: string, more: Record<string, unknown> = {}) => ({
      project_id: "demo/letters",
      inputs: { model, messages: [{ role: "user", content: "Spell it." }], seed: 5, max_tokens: 12, ...more },
    });

    beforeAll(() => register("provided", "heddle/bytes-blank-1"));

    const post = async (path: string, body: unknown, key = KEY) =>
      service.fetch(
        new Request(`http://service${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      );

    test("answers, and stores the answer as a call with its usage", async () => {
      const name = "wandb-artifact:///demo/letters/provided:step0";
      const response = await post("/completions/create", completion(name));
      const { response: answer, svc_call_id: id } = (await response.json()) as Record<string, Record<string, unknown>>;
      expect(answer).toMatchObject({ object: "chat.completion", model: name, usage: { completion_tokens: 12 } });
      const read = (await (await post("/call/read", { project_id: "demo/letters", id })).json()) as {
        call: { summary: { usage: Record<string, unknown> } };
      };
      expect(read.call.summary.usage[name]).toMatchObject({ completion_tokens: 12 });
    });

    test("returns the same answer when streamed", async () => {
      const name = "wandb-artifact:///demo/letters/provided";
      const complete = (await (await post("/completions/create", completion(name))).json()) as {
        response: { choices: [{ message: { content: string } }] };
      };
      const lines = (await (await post("/completions/create_stream", completion(name))).text()).trim().split("\n");
      const chunks = lines.map((line) => JSON.parse(line) as { choices?: { delta: { content?: string } }[] });
      const text = chunks.flatMap(({ choices = [] }) => choices.map(({ delta }) => delta.content ?? "")).join("");
      expect(text).toBe(complete.response.choices[0].message.content);
    });

    test("names a missing checkpoint", async () => {
      const response = await post("/completions/create", completion("wandb-artifact:///demo/letters/provided:step9"));
      expect(await response.json()).toMatchObject({
        response: { error: expect.stringContaining("The model provided has no checkpoint 9") },
      });
    });

    test("lists the models and their checkpoints by name", async () => {
      const sentRequest = new Request("http://service/completions/providers", {
        headers: { authorization: `Bearer ${KEY}` },
      });
      const { providers } = (await (await service.fetch(sentRequest)).json()) as {
        providers: { name: string; is_usable: boolean; models: string[] }[];
      };
      const own = providers.find(({ name }) => name === "checkpoints");
      expect(own?.is_usable).toBe(true);
      expect(own?.models).toEqual(
        expect.arrayContaining([
          "wandb-artifact:///demo/letters/provided",
          "wandb-artifact:///demo/letters/provided:step0",
        ]),
      );
    });
  });
});
