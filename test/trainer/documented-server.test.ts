import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { choice, TestTraining } from "@/service/training/testing/open-test-training";

/** The program of a document whose first line is its name. */
function programIn(document: string, name: string): string {
  const text = readFileSync(new URL(`../../docs/train/${document}`, import.meta.url), "utf8");
  const block = text.split("```js\n").find((each) => each.startsWith(`// ${name}\n`)) ?? "";
  return block.slice(0, block.indexOf("```"));
}

let service: TestTraining;

beforeEach(async () => {
  service = await TestTraining.open({ trainer: null });
  const commandOf = (document: string, name: string) => {
    const file = service.file(name);
    writeFileSync(file, programIn(document, name));
    return `"${process.execPath}" "${file}"`;
  };
  const trainer = { name: "table", command: commandOf("trainer.md", "table-trainer.mjs"), baseModels: ["tiny"] };
  const command = commandOf("model-server.md", "table-server.mjs");
  const server = { command, startMs: 60_000, idleMs: 600_000, graceMs: 5_000, atOnce: 1 };
  await service.restart({ trainer, server });
});

afterEach(() => service.close());

it("the server of docs/train/model-server.md answers with what the trainer of docs/train/trainer.md has learned", async () => {
  const model_id = await service.model();
  const question = { role: "user", content: "2 + 2?" };
  const trajectories = Object.entries({ "4": 1, "5": 0 }).map(([answer, reward]) => ({
    messages_and_choices: [question, choice(answer)],
    reward,
  }));
  const { body: job } = await service.ask("POST", "/v1/preview/training-jobs", {
    model_id,
    trajectory_groups: Array.from({ length: 10 }, () => ({ trajectories })),
    experimental_config: { learning_rate: 5 },
  });
  await service.ended(job.id);
  const model = "wandb-artifact:///demo/airline/agent";
  const answers: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { body } = await service.ask("POST", "/v1/chat/completions", { model, messages: [question] });
    answers.push(body.choices[0].message.content);
  }
  // Each step moves the two logits apart by 5, so that the other answer has a probability below 1e-20.
  expect(new Set(answers)).toEqual(new Set(["4"]));
  const base = await service.ask("POST", "/v1/chat/completions", { model: `${model}:step0`, messages: [question] });
  expect(base.body.choices[0].message.content).toBe("");
});
