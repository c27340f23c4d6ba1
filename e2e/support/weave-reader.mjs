// Another program with the official package: reads back the data that weave-program.mjs logged and saved.
import * as weave from "weave";

const [project, uri] = process.argv.slice(2);
const client = await weave.init(project);

const calls = await client.getCalls();
const dataset = await weave.ObjectRef.fromUri(uri).get();
const rows = [];
for await (const { __savedRef, ...row } of dataset) rows.push(row);

console.log(
  JSON.stringify({
    calls: calls.map(({ id, parent_id, trace_id, op_name, inputs, output, exception, ended_at }) => ({
      id,
      parent_id,
      trace_id,
      op_name,
      inputs,
      output,
      exception,
      ended_at,
    })),
    dataset: { name: dataset.name, rows },
  }),
);
