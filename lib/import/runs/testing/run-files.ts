/** Files of training programs in small, written after their public documents, by path. */

const system = { role: "system", content: "Be brief." };
const question = (text: string) => [system, { role: "user", content: text }];

const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;

type Files = Readonly<Record<string, string>>;

/** The rewards of the steps: the mean rises. Two tasks with two rollouts each. */
const REWARDS = [
  [0, 0, 0, 1],
  [0, 1, 0, 1],
  [1, 1, 0, 1],
] as const;

const taskOf = (index: number) => (index < 2 ? "1 + 1?" : "2 + 2?");

/** `trainer.rollout_data_dir`, and the metrics of the logger `file`. Steps count from 1; a validation comes before. */
export const verlFiles: Files = {
  ...Object.fromEntries(
    REWARDS.map((rewards, at) => [
      `rollouts/${at + 1}.jsonl`,
      lines(
        rewards.map((score, index) => ({
          input: `system\nBe brief.\nuser\n${taskOf(index)}\nassistant\n`,
          output: `answer ${index}`,
          gts: "2",
          score,
          step: at + 1,
          acc: score === 1,
        })),
      ),
    ]),
  ),
  "rollouts/val/3.jsonl": lines([{ input: "left out", output: "", score: 0, step: 3 }]),
  "logs/airline/grpo.jsonl": lines([
    { step: 0, data: { "val-core/math/acc/mean@1": 0.1 } },
    ...REWARDS.map((_, at) => ({
      step: at + 1,
      data: { "critic/rewards/mean": 0.9, "actor/entropy": 1.5 - at / 10, "actor/ppo_kl": 0.01 * at },
    })),
  ]),
};

/** `outputs/rollouts/step_N` with rows of verifiers, the metrics of the file monitor. Steps count from 0. */
export const primeRlFiles: Files = {
  ...Object.fromEntries(
    REWARDS.map((rewards, at) => [
      `rollouts/step_${at}/train_rollouts.jsonl`,
      lines([
        ...rewards.map((reward, index) => ({
          example_id: index < 2 ? 7 : 8,
          task: "math",
          prompt: question(taskOf(index)),
          completion: [{ role: "assistant", content: `answer ${index}` }],
          reward,
          metrics: { correct: reward },
          token_usage: { input_tokens: 30, output_tokens: 12 },
          is_truncated: index === 1,
          error: null,
        })),
        {
          example_id: 8,
          task: "math",
          prompt: question(taskOf(2)),
          completion: [],
          reward: 0,
          error: { error: "SandboxError", error_chain_repr: "…", error_chain_str: "SandboxError: no machine" },
        },
      ]),
    ]),
  ),
  "rollouts/step_2/eval_rollouts.jsonl": lines([{ prompt: question("left out"), completion: [], reward: 1 }]),
  "metrics.jsonl": lines(REWARDS.map((_, at) => ({ step: at, time: 1764000000 + at, "loss/mean": 0.5 - at / 10 }))),
};

/**
 * The same in later releases: an episode with its trace on each line, and all that were finished beside those that were
 * trained on. Steps count from 1; each group was sampled by one version of the weights.
 */
export const primeRlEpisodeFiles: Files = {
  ...Object.fromEntries(
    REWARDS.map((rewards, at) => [
      `rollouts/step_${at + 1}/train/effective/traces.jsonl`,
      lines(
        rewards.map((reward, index) => ({
          id: `${at}-${index}`,
          env: { id: "math", name: "math" },
          group: { id: index < 2 ? "g1" : "g2" },
          run: {
            type: "train",
            id: "r",
            // The second group waited for a step, if there was one.
            work: { type: "train", step: at + 1, policy: { start: index < 2 ? at : Math.max(0, at - 1), end: at } },
          },
          ok: true,
          errors: [],
          traces: [
            {
              nodes: [
                ...question(taskOf(index)).map((message, node) => ({ parent: node === 0 ? null : node - 1, message })),
                { parent: 1, message: { role: "assistant", content: `answer ${index}` }, sampled: true },
              ],
              rewards: { correct: { score: reward, weight: 1 } },
              metrics: { turns: 1 },
              ok: true,
              errors: [{ type: "Timeout", message: "of an earlier attempt" }],
            },
          ],
        })),
      ),
    ]),
  ),
  "rollouts/step_3/train/all/traces.jsonl": lines([{ id: "left out", traces: [], errors: [] }]),
  "rollouts/step_3/eval/effective/traces.jsonl": lines([{ id: "left out", traces: [], errors: [] }]),
};

/** The folder of a model of ART's local backend. Steps count from 0. */
export const artFiles: Files = {
  ...Object.fromEntries(
    REWARDS.map((rewards, at) => [
      `trajectories/train/000${at}.jsonl`,
      lines(
        [0, 2].map((from) => ({
          trajectories: rewards.slice(from, from + 2).map((reward, index) => ({
            reward,
            // The loop samples the second task one step ahead.
            initial_policy_version: from === 0 ? at : Math.max(0, at - 1),
            metrics: { turns: 2 },
            metadata: { scenario_id: `s${from}` },
            messages_and_choices: [
              ...question(taskOf(from)),
              {
                index: 0,
                finish_reason: "tool_calls",
                message: {
                  role: "assistant",
                  content: null,
                  tool_calls: [{ id: "c", type: "function", function: { name: "add", arguments: '{"a":1}' } }],
                },
              },
              { role: "tool", tool_call_id: "c", content: "2" },
              { index: 0, finish_reason: "stop", message: { role: "assistant", content: `answer ${from + index}` } },
            ],
            tools: null,
            logs: [],
          })),
        })),
      ),
    ]),
  ),
  "trajectories/val/0002.jsonl": lines([{ trajectories: [] }]),
  "history.jsonl": lines(
    REWARDS.map((_, at) => ({ "train/loss": 0.5, "train/reward": 0.9, step: at, recorded_at: "2026-11-20T10:00:00" })),
  ),
};

const logHistory = [
  { step: 1, epoch: 0.1, loss: 0.02, reward: 0.25, reward_std: 0.4, kl: 0.001, entropy: 1.2 },
  { step: 2, epoch: 0.2, loss: 0.01, reward: 0.5, reward_std: 0.5, kl: 0.002, entropy: 1.1 },
  { step: 2, epoch: 0.2, eval_reward: 0.4, eval_runtime: 3.5 },
  { step: 3, epoch: 0.3, loss: 0.01, reward: 0.75, reward_std: 0.4, kl: 0.004, entropy: 0.9 },
  { step: 3, epoch: 0.3, train_runtime: 812.5, train_loss: 0.013 },
];

/** The output folder of a GRPOTrainer. A diverging norm is written as Python writes it. */
export const trlFiles: Files = {
  "checkpoint-2/trainer_state.json": JSON.stringify({ global_step: 2, log_history: logHistory.slice(0, 3) }, null, 2),
  "checkpoint-3/trainer_state.json": JSON.stringify({ global_step: 3, log_history: logHistory }, null, 2).replace(
    '"loss": 0.02',
    '"loss": 0.02,\n      "grad_norm": NaN',
  ),
  "checkpoint-3/config.json": "{}",
};
