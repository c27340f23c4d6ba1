/**
 * A trainer that writes as many gradient steps as its settings say, each with as many figures, and one spike among
 * them. It waits when the service reads lines more slowly.
 */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const job = JSON.parse(readFileSync(0, "utf8"));
const { steps, figures, spike_at: spikeAt } = job.config;

const NAMES = ["reward", "loss", "kl_div", "entropy", "grad_norm", "learning_rate", "reward_std_dev", "clip_fraction"];
const nameOf = (figure) => NAMES[figure] ?? `figure_${figure}`;

const say = async (message) => {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, "drain");
};

/** A curve that rises towards 1 with noise; the same at every start. */
function figureAt(step, figure) {
  if (step === spikeAt && nameOf(figure) === "grad_norm") return 50;
  const noise = Math.sin(step * 12.9898 + figure * 78.233) * 43758.5453;
  return 1 - Math.exp((-3 * step) / steps) * (1 - figure / 20) + (noise - Math.floor(noise) - 0.5) * 0.2;
}

await say({ type: "training_started", data: { num_sequences: steps } });
for (let step = 0; step < steps; step += 1) {
  const data = Object.fromEntries(
    Array.from({ length: figures }, (_, figure) => [nameOf(figure), figureAt(step, figure)]),
  );
  await say({ type: "gradient_step", data });
}
writeFileSync(join(job.output_directory, "nothing.txt"), "trained on nothing");
await say({ type: "checkpoint", metrics: {} });
