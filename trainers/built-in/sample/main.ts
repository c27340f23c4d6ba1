import { writeFileSync } from "node:fs";
import { sampleSpec } from "@/lib/sample/sample-project";
import { TRAINING_BASE } from "@/lib/sample/training-rollouts";
import { trainingTasks } from "@/lib/sample/training-tasks";
import { trainBaseModel } from "@/trainers/built-in/model/base-model";
import { recordRollouts } from "./record-rollouts";

/** Records the answers that the sample's model is trained on: `record-sample FILE`. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("The file to write is missing: npm run record-sample -- FILE");

const { seed, trainingSteps } = sampleSpec(0);
const { trained } = trainingTasks(seed);
const recorded = [];
for (const { answers, meanReward } of recordRollouts(await trainBaseModel(TRAINING_BASE), trained, trainingSteps)) {
  recorded.push(answers);
  console.log(`step ${recorded.length}: mean reward ${meanReward.toFixed(3)}`);
}
writeFileSync(file, `[\n${recorded.map((answers) => JSON.stringify(answers)).join(",\n")}\n]\n`);
