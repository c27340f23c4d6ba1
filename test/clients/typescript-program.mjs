// Runs evaluations of the npm package, and prints what it reported of them as JSON on the last line.
import * as weave from "weave";

const [project] = process.argv.slice(2);
await weave.init(project);

const rows = Array.from({ length: 12 }, (_, i) => ({ question: `${i} + 1`, expected: String(i + 1) }));
const dataset = new weave.Dataset({ name: "sums", rows });
const exact = weave.op(function exact({ modelOutput, datasetRow }) {
  return modelOutput === datasetRow.expected;
});
const strict = weave.op(function strict({ modelOutput, datasetRow }) {
  if (datasetRow.expected === "5") throw new Error("the judge is down");
  return modelOutput === datasetRow.expected;
});
const adder = weave.op(async function adder({ datasetRow }) {
  const number = Number(datasetRow.question.split(" ")[0]);
  if (number === 7) throw new Error("the model is down");
  // Wrong for every third question, by one.
  return String(number + 1 + (number % 3 === 2 ? 1 : 0));
});

const evaluation = new weave.Evaluation({ name: "sums-ts", dataset, scorers: [exact, strict] });
const summary = await evaluation.evaluate({ model: adder, nTrials: 2 });

const logger = new weave.EvaluationLogger({ name: "logged-ts", model: { name: "gpt-x" }, dataset: "my set" });
for (const [index, row] of rows.entries()) {
  const scores = await logger.logPredictionAsync(row, row.expected);
  await scores.logScore("exact", index < 9);
  await scores.logScore("length", row.question.length);
  await scores.finish();
}
await logger.logSummary({ mine: 1.5 });
console.log();
console.log(JSON.stringify({ summary }));
