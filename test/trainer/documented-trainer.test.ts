import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { choice, TestTraining } from "@/service/training/testing/open-test-training";

const document = readFileSync(new URL("../../docs/train/trainer.md", import.meta.url), "utf8");
const [, source = ""] = /```js\n(\/\/ table-trainer\.mjs\n[\s\S]*?)```/.exec(document) ?? [];

let service: TestTraining;

beforeEach(async () => {
  service = await TestTraining.open({ trainer: null });
  const file = service.file("table-trainer.mjs");
  writeFileSync(file, source);
  const command = `"${process.execPath}" "${file}"`;
  await service.restart({ trainer: { name: "table", command, baseModels: ["table"] } });
});

afterEach(() => service.close());

function group(question: string, rewards: Readonly<Record<string, number>>) {
  const trajectories = Object.entries(rewards).map(([answer, reward]) => ({
    messages_and_choices: [{ role: "user", content: question }, choice(answer)],
    reward,
  }));
  return { trajectories };
}

async function train(model_id: string, trajectory_groups: readonly unknown[]) {
  const body = { model_id, trajectory_groups, experimental_config: { learning_rate: 1 } };
  const { id } = (await service.ask("POST", "/v1/preview/training-jobs", body)).body;
  return await service.ended(id);
}

async function policyOf(model: string): Promise<Record<string, Record<string, number>>> {
  const newest = (await service.checkpoints(model)).at(-1);
  return JSON.parse(readFileSync(`${service.training.folder.checkpoint(newest.id)}/policy.json`, "utf8"));
}

describe("the trainer of docs/train/trainer.md", () => {
  it("reports the metrics that it documents: figures computed by hand", async () => {
    const model = await service.model();
    const events = await train(model, [group("2 + 2?", { "4": 1, "5": 0 }), group("hi", { hello: 1, hey: 1 })]);
    expect(events.map(({ type }) => type)).toEqual([
      ...["training_started", "gradient_step", "gradient_step", "training_ended"],
    ]);
    // Both answers have probability ½. Advantages are ±0.5/(0.5 + 1e-6); so the loss is 0, and the gradient of the
    // logits is ±½·advantage: (A·½ + A·½)/2 for the right answer, its negative for the wrong one.
    const advantage = 0.5 / (0.5 + 1e-6);
    const { data } = events[1];
    expect(data).toMatchObject({ reward: 0.5, reward_std_dev: 0.5, num_trajectories: 2, num_groups_trainable: 1 });
    expect(data.loss).toBeCloseTo(0, 12);
    expect(data.entropy).toBeCloseTo(Math.log(2), 12);
    expect(data.grad_norm).toBeCloseTo(Math.hypot(advantage / 2, advantage / 2), 12);
    expect(events[2].data).toMatchObject({ reward: 1, reward_std_dev: 0, grad_norm: 0, num_groups_trainable: 0 });
    const [, { metrics }] = await service.checkpoints(model);
    expect(metrics).toMatchObject({ reward: 0.75, num_groups_trainable: 0.5, num_questions: 2 });
  });

  it("continues from the previous checkpoint, and learns to prefer what was rewarded", async () => {
    const model = await service.model();
    const likes: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await train(model, [group("2 + 2?", { "4": 1, "5": 0, "6": 0 })]);
      const table = (await policyOf(model))['"2 + 2?"'] ?? {};
      likes.push((table['"4"'] ?? 0) - (table['"5"'] ?? 0));
    }
    expect(likes).toEqual([...likes].sort((left, right) => left - right));
    expect(likes.at(-1)).toBeGreaterThan(2 * (likes[0] ?? 0));
  });
});
