import { READING_RULES, type Skill } from "./skill";

/** How to read a training run. */
export const trainingSkill: Skill = {
  name: "heddle-training",
  subject: "training",
  prompt: "read_training_run",
  title: "Read a training run",
  description:
    "Read a reinforcement learning or fine-tuning run with Heddle through the heddle MCP server: whether it learns, why it does not, reward hacking, collapsed groups, stale rollouts, and which checkpoint is best. Use when asked how a training run goes, why a reward stays flat or rises without better answers, or which checkpoint to take.",
  body: `# Read a training run

A *training run* repeats iterations: it samples answers (*rollouts*) in groups for each task, scores them with a reward, and trains on the
groups. A group whose rewards are all equal teaches nothing.

## Recipe

1. \`training_runs\`: the runs with a verdict in words. Note \`source\`: the service's own, a client's, or a log of another program.
2. \`training_runs\` with \`run_id\`, and \`limit\` for earlier iterations: reward, groups with signal, and \`metrics\` under the names of the trainer (KL,
   entropy, lengths, staleness where it reports them). Read them in this order:
   - **Groups with signal** near none: tasks are all solved or all failed. Harder or easier tasks, or a reward with steps between.
   - **Reward** flat with signal: is the learning rate very small, or the KL large from the first iteration on?
   - **Reward rises**: believe it only after step 3.
   - **Entropy** that falls to zero: the answers become one answer. **Length** that grows with the reward: the reward may pay for length.
   - **Staleness**: rollouts of much older weights than those that are trained.
3. \`training_runs\` with \`run_id\` and \`iteration\`, of the first and of the newest: the rollouts with rewards. Read the three best and the three
   worst of the newest. Do the best ones do the task, or do they satisfy the scorer (a phrase that is repeated, an empty answer, a
   copied question)? \`read_call\` has the whole answer and its scores, where
   rollouts have calls.
4. Checkpoints: \`training\` with the model has them with metrics. The reward of training is not the judge of a checkpoint: \`evaluations\` of held-out
   rows are. Compare two with \`evaluations\` and \`run_ids\`.
5. Failed or stuck: \`training\` with \`job_id\` has the events and the error; \`watches\` what fired.

6. Another attempt: \`start_training_run\` with the run and one change (\`learning_rate\`, \`group_size\`, \`iterations\`, or \`fork_as\` with the
   step of an earlier checkpoint). Its first answer is a plan for the user; never start it unseen.

Then report: whether it learns (reward from what to what, over how many iterations, with how many rollouts each), what limits it with the
figure that shows it, two rollouts that stand for it (call ids), the checkpoint to take and by which figure, and what you did not check.

${READING_RULES}`,
};
