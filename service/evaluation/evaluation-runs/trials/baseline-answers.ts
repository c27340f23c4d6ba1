import { isJsonObject } from "@/lib/guard/json-object";
import type { BaselineAnswer } from "@/service/evaluation/evaluation-runs/scorers/pairwise";
import { valueDigest } from "@/service/kernel/json/digest";
import { parseRef } from "@/service/kernel/json/refs";
import { callConditions } from "@/service/traces/store/calls/call-expression";
import { orderByStart } from "@/service/traces/store/calls/call-keys";
import { selectCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";

/** Answers of an evaluation by the digest of their row, in the order of their trials. */
export type BaselineAnswers = ReadonlyMap<string, readonly BaselineAnswer[]>;

/** The digest in the ref of an example, or of an example that was sent as a value. */
function digestOf(example: unknown): string | null {
  if (typeof example !== "string") return isJsonObject(example) ? valueDigest(JSON.stringify(example)) : null;
  const ref = parseRef(example);
  return ref?.steps.findLast(({ edge }) => edge === "id")?.value ?? null;
}

/** Reads the answers of the trials below a root call of an evaluation. Trials that failed have none. */
export async function readBaselineAnswers(
  store: Store,
  projectId: string,
  rootId: string,
  signal: AbortSignal,
): Promise<BaselineAnswers> {
  const answers = new Map<string, BaselineAnswer[]>();
  const conditions = callConditions({ filter: { parent_ids: [rootId] } });
  const selection = { projectId, conditions, order: orderByStart("asc"), limit: null, offset: 0 };
  const columns = ["inputs", "output", "exception", "ended_at"] as const;
  for await (const rows of selectCalls(store, selection, { columns, maxValueLength: null }, signal)) {
    for (const { id, op_name: op, inputs, output } of rows) {
      if (!/Evaluation\.predict_?and_?score/i.test(op) || !output) continue;
      const value: unknown = JSON.parse(output);
      if (!isJsonObject(value)) continue;
      const answer = value.output ?? value.model_output;
      const parsedInputs: unknown = JSON.parse(inputs || "{}");
      const digest = digestOf(isJsonObject(parsedInputs) ? parsedInputs.example : null);
      if (answer === null || answer === undefined || digest === null) continue;
      answers.set(digest, [...(answers.get(digest) ?? []), { callId: id, output: answer }]);
    }
  }
  return answers;
}
