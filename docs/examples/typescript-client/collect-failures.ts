/**
 * Makes a dataset of the failed calls of an operation, and marks each of them, so that a second run takes only later ones:
 *
 *     HEDDLE_SERVICE_URL=http://localhost:7701 HEDDLE_API_KEY=<a key that may write> node collect-failures.ts demo/airline answer
 *
 * Node.js 24 runs it as it is.
 */

import { createClient, HeddleError } from "heddle/client";

const MARK = "collected";
/** The most calls whose scores one request asks for. */
const MAX_SCORED = 1000;
const [project = "demo/airline", operation = "answer"] = process.argv.slice(2);

const heddle = createClient({ project });

/** The calls that failed and are not marked yet, with what a row needs. */
function failures() {
  return heddle.calls.streamQuery({
    filter: { op_names: [operation] },
    query: { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "error" }] } },
    columns: ["id", "op_name", "inputs", "exception"],
    sort_by: [{ field: "started_at", direction: "asc" }],
  });
}

/** The calls that an earlier run has collected. */
async function markedIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const marked = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_SCORED) {
    const { calls } = await heddle.scores.read({ call_ids: ids.slice(from, from + MAX_SCORED) });
    for (const { id, scores } of calls) if (scores.some(({ name }) => name === MARK)) marked.add(id);
  }
  return marked;
}

try {
  const calls = await failures().toArray();
  const marked = await markedIds(calls.map(({ id }) => id));
  const fresh = calls.filter(({ id }) => !marked.has(id));
  if (fresh.length > 0) {
    const rows = fresh.map(({ inputs, exception }) => ({ ...inputs, error: exception }));
    const { digest } = await heddle.tables.create({ table: { rows } });
    const ref = `weave:///${project}/table/${digest}`;
    const val = {
      _type: "Dataset",
      _class_name: "Dataset",
      _bases: ["Object", "BaseModel"],
      name: "failures",
      rows: ref,
    };
    await heddle.objects.create({ obj: { object_id: "failures", val } });
    for (const { id } of fresh) {
      const call = `weave:///${project}/call/${id}`;
      await heddle.feedback.create({ weave_ref: call, feedback_type: MARK, payload: { value: true } });
    }
  }
  console.log(`${fresh.length} failed calls of ${operation} became rows of the dataset failures.`);
} catch (error) {
  if (!(error instanceof HeddleError)) throw error;
  console.error(`${error.message} (${error.code}${error.place ? ` at ${error.place.join(".")}` : ""})`);
  process.exitCode = 1;
}
