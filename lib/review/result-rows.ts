import type { Call } from "@/lib/api/contract/calls/calls";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { prepareModelTurn } from "@/lib/training/conversations/model-turn";
import { modelTurn } from "@/lib/training/trajectories/thread-trajectory";
import type { ItemResult } from "./results";

/** The call of an item with its payloads. */
export type ReviewedCall = Pick<Call, "id" | "inputs" | "output">;

/**
 * Returns one row for each reviewed item: inputs and output of its call, the corrected output as `expected`, and for each
 * question the mean of the numbers and all answers.
 */
export function datasetRows(
  results: readonly ItemResult[],
  calls: ReadonlyMap<string, ReviewedCall>,
): readonly Dictionary[] {
  return results.flatMap((result) => {
    const call = calls.get(result.item.call_id);
    if (call === undefined) return [];
    const { item, correction } = result;
    return [
      {
        ...(item.kind === "thread" ? { thread_id: item.thread_id } : { call_id: call.id }),
        inputs: call.inputs ?? null,
        output: call.output ?? null,
        ...(correction === null ? {} : { expected: correction }),
        scores: Object.fromEntries(result.numbers),
        answers: Object.fromEntries(
          [...result.answers].map(([question, labels]) => [
            question,
            labels.map(({ reviewer, value }) => ({ reviewer, value })),
          ]),
        ),
      },
    ];
  });
}

/** A prompt with a better and a worse answer. */
export interface PreferencePair extends Dictionary {
  readonly prompt: unknown;
  readonly chosen: readonly Members[];
  readonly rejected: readonly Members[];
}

interface Candidate {
  readonly result: ItemResult;
  readonly prompt: unknown;
  readonly answer: readonly Members[];
}

const plainMessage = (item: Members): Members =>
  isMembers(item.message) && "finish_reason" in item ? item.message : item;

/** Returns the prompt and the answer of a call: messages where it has them, else its payloads. */
function candidateOf(result: ItemResult, call: ReviewedCall): Candidate {
  const turn = modelTurn(call) ?? prepareModelTurn(call.inputs, call.output);
  if (turn !== null && turn.answers.length > 0) {
    return { result, prompt: turn.prompt, answer: turn.answers.map(plainMessage) };
  }
  const content = typeof call.output === "string" ? call.output : JSON.stringify(call.output ?? null);
  return { result, prompt: call.inputs ?? null, answer: [{ role: "assistant", content }] };
}

/**
 * Returns pairs for preference training. A corrected output is preferred to the output itself; among items with the same
 * prompt, the one with the highest reward is preferred to each one with a lower reward. Threads make no pairs: their
 * prompts differ.
 *
 * @param question the question whose answers decide between items
 */
export function preferencePairs(
  results: readonly ItemResult[],
  calls: ReadonlyMap<string, ReviewedCall>,
  question: string | null,
): readonly PreferencePair[] {
  const candidates = results.flatMap((result) => {
    const call = result.item.kind === "thread" ? undefined : calls.get(result.item.call_id);
    return call === undefined ? [] : [candidateOf(result, call)];
  });
  const corrected = candidates.flatMap(({ result, prompt, answer }): PreferencePair[] => {
    if (result.correction === null) return [];
    const chosen = [{ role: "assistant", content: result.correction }];
    return [{ prompt, chosen, rejected: answer, call_id: result.item.call_id, source: "correction" }];
  });
  return question === null ? corrected : [...corrected, ...comparedPairs(candidates, question)];
}

function comparedPairs(candidates: readonly Candidate[], question: string): PreferencePair[] {
  const byPrompt = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (!candidate.result.numbers.has(question)) continue;
    const key = JSON.stringify(candidate.prompt);
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), candidate]);
  }
  return [...byPrompt.values()].flatMap((group) => {
    const rewardOf = ({ result }: Candidate) => result.numbers.get(question) ?? 0;
    const best = group.reduce((left, right) => (rewardOf(right) > rewardOf(left) ? right : left));
    return group
      .filter((each) => rewardOf(each) < rewardOf(best) && JSON.stringify(each.answer) !== JSON.stringify(best.answer))
      .map((each) => ({
        prompt: best.prompt,
        chosen: best.answer,
        rejected: each.answer,
        call_id: best.result.item.call_id,
        rejected_call_id: each.result.item.call_id,
        source: question,
      }));
  });
}
