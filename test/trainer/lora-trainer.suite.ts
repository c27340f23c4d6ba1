import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { trajectoryReadResult } from "@/lib/api/contract/training/trajectories";
import { choice, GROUP, TestTraining, USER } from "@/service/training/testing/open-test-training";

/** Python with the trainer's packages; `npm run test:trainer` sets it. */
const python = process.env.TRAINER_PYTHON ?? "python3";

const PACKAGE = join(import.meta.dirname, "../../trainers/lora");
const MAKE_MODEL =
  "import sys; from heddle_lora.random_model import *; save_random_model(sys.argv[1], byte_tokenizer())";

/** Loading torch takes long on a busy machine. */
const LIMITS = { silenceMs: 240_000, totalMs: 240_000 };

let service: TestTraining;
let modelFolder: string;

beforeAll(async () => {
  modelFolder = mkdtempSync(join(tmpdir(), "heddle-lora-"));
  execFileSync(python, ["-c", MAKE_MODEL, modelFolder], { cwd: PACKAGE, stdio: "pipe" });
  const command = `PYTHONPATH="${PACKAGE}" "${python}" -m heddle_lora --device cpu --lora-rank 4`;
  service = await TestTraining.open({ trainer: { name: "lora", command, baseModels: [] }, limits: LIMITS });
});

afterAll(async () => {
  await service.close();
  rmSync(modelFolder, { recursive: true, force: true });
});

async function register(name: string): Promise<string> {
  const body = { entity: "demo", project: "airline", name, base_model: modelFolder };
  return (await service.ask("POST", "/v1/preview/models", body)).body.id;
}

async function train(model_id: string, config: object, groups: readonly unknown[] = [GROUP]) {
  const body = { model_id, trajectory_groups: groups, experimental_config: config };
  const { body: job } = await service.ask("POST", "/v1/preview/training-jobs", body);
  return await service.ended(job.id);
}

it("trains a model in two jobs of the service, the second of which continues the first", async () => {
  const model = await register("agent");
  const equal = {
    trajectories: [choice("4"), choice("5")].map((each) => ({ messages_and_choices: [USER, each], reward: 1 })),
  };
  const first = await train(model, { learning_rate: 0.01 }, [GROUP, equal]);
  expect(first.map(({ type }) => type)).toEqual(["training_started", "gradient_step", "training_ended"]);
  expect(first[1].data).toMatchObject({
    reward: 0.75,
    num_groups_submitted: 2,
    num_groups_trainable: 1,
    kl_policy_ref_k3: 0,
  });
  const second = await train(model, { learning_rate: 0.01 });
  expect(second[1].data.kl_policy_ref_k3).toBeGreaterThan(0);
  const checkpoints = await service.checkpoints(model);
  expect(checkpoints.map(({ step }) => step)).toEqual([0, 1, 2]);
  expect(checkpoints.at(-1).metrics).toMatchObject({ reward: 0.5, loss: expect.any(Number) });
  const { body } = await service.ask("POST", "/trajectories/batches", { model_id: model, kind: "job" });
  const place = { batch_id: body.data[0].id, group: 0, trajectory: 0 };
  const { body: read } = await service.ask("POST", "/trajectories/read", place);
  expect(trajectoryReadResult.parse(read).token_signals).toMatchObject([{ history: 0, message: 1, mask: 1 }]);
  expect(checkpoints.at(-1).metrics).toMatchObject({
    "time/waiting_s": expect.any(Number),
    "time/training_s": expect.any(Number),
    "system/cpu_percent": expect.any(Number),
  });
  for (const id of await service.training.folder.checkpointIds()) {
    const files = readdirSync(service.training.folder.checkpoint(id));
    expect(files).toEqual(expect.arrayContaining(["adapter_config.json", "adapter_model.safetensors"]));
  }
});

it("trains by the loss that a job names", async () => {
  const model = await register("dapo");
  const config = { loss_type: "dapo", num_iterations: 2, minibatch_size: 1, warmup_steps: 2, learning_rate: 0.01 };
  const events = await train(model, config);
  const steps = events.filter(({ type }) => type === "gradient_step");
  expect(steps.map(({ data }) => data.learning_rate)).toEqual([0, 0.005, 0.01, 0.01]);
});

it("fails a job with the trainer's reason", async () => {
  const model = await register("other");
  const events = await train(model, { lora_rank: 0 });
  expect(events.at(-1)).toMatchObject({
    type: "training_failed",
    data: { error_message: "experimental_config.lora_rank must be at least 1, but is 0." },
  });
});
