import { failureOf, MODEL_SPANS, type TraceFacts, tokensOf } from "@/bench/store/workload/trace-facts";
import type { Workload } from "@/bench/store/workload/workload";

/** What a workload contains, computed without a store: answers that differ are wrong, however fast. */
export interface ExpectedFacts {
  readonly calls: number;
  readonly errors: number;
  /** Outputs with the searched text. */
  readonly needles: number;
  readonly threads: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const FAILED_SPANS = { none: 0, tool: 1, refusal: 1, run: 2 } as const;

/** A model that refuses reports no tokens: the third call of a model in its trace. */
const REFUSED_SPAN = 6;

/** The number of traces whose outputs contain the searched text, by how the trace failed. */
function needlesOf({ hasNeedle, failure }: TraceFacts): number {
  if (!hasNeedle) return 0;
  return failure === "run" ? 1 : 2;
}

export function expectedFacts(workload: Workload): ExpectedFacts {
  let [errors, needles, inputTokens, outputTokens] = [0, 0, 0, 0];
  const threads = new Set<number>();
  for (let number = 0; number < workload.traces; number += 1) {
    const facts = workload.trace(number);
    const failure = failureOf(number);
    errors += FAILED_SPANS[failure];
    needles += needlesOf(facts);
    threads.add(facts.thread);
    for (const span of MODEL_SPANS) {
      if (failure === "refusal" && span === REFUSED_SPAN) continue;
      const { input, output } = tokensOf(number, span);
      inputTokens += input;
      outputTokens += output;
    }
  }
  return { calls: workload.spans, errors, needles, threads: threads.size, inputTokens, outputTokens };
}
