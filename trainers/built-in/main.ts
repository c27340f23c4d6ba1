import { text } from "node:stream/consumers";
import type { TrainerJob } from "@/lib/training/trainer-protocol";
import { trainJob, UntrainableError } from "./train-job";

/**
 * The built-in trainer as a program: `node trainer.mjs FOLDER`, with the job on standard input; see docs/train/trainer.md.
 */
const [modelsFolder] = process.argv.slice(2);
if (modelsFolder === undefined) throw new Error("The folder of base models is missing: node trainer.mjs FOLDER");

const write = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

const job = JSON.parse(await text(process.stdin)) as TrainerJob;
try {
  await trainJob(job, modelsFolder, { write, note: (line) => process.stderr.write(`${line}\n`) });
} catch (error) {
  if (!(error instanceof UntrainableError)) throw error;
  write({ type: "training_failed", data: { error_message: error.message } });
}
