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

interface Labeled extends Candidate {
  readonly reward: number;
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

/** Threads are no candidates: their prompts differ. */
function candidatesOf(results: readonly ItemResult[], calls: ReadonlyMap<string, ReviewedCall>): Candidate[] {
  return results.flatMap((result) => {
    const call = result.item.kind === "thread" ? undefined : calls.get(result.item.call_id);
    return call === undefined ? [] : [candidateOf(result, call)];
  });
}

/** Returns the messages that the calls of items were asked with; those of a call without messages are empty. */
export function resultPrompts(
  results: readonly ItemResult[],
  calls: ReadonlyMap<string, ReviewedCall>,
): readonly (readonly Members[])[] {
  return results.flatMap((result) => {
    const call = calls.get(result.item.call_id);
    if (call === undefined) return [];
    const { prompt } = candidateOf(result, call);
    return [Array.isArray(prompt) ? prompt.filter(isMembers).map(plainMessage) : []];
  });
}

/** The question whose answers decide which answer is the best, and the reward of a bad one; null where none is the least. */
export interface DecidingQuestion {
  readonly name: string;
  readonly least: number | null;
}

/** The best answer to a prompt, as a row for supervised fine-tuning. */
interface BestAnswer extends Dictionary {
  readonly prompt: unknown;
  readonly completion: readonly Members[];
  readonly reward: number;
  /** Labeled answers to the prompt, of which this is the best. */
  readonly n: number;
  /** Other answers with the same reward. */
  readonly ties: number;
}

/** Best answers, and the prompts whose best answer has the least reward: that is not worth learning. */
export interface BestAnswers {
  readonly rows: readonly BestAnswer[];
  readonly withoutGood: number;
}

/** Returns the best labeled answer to each prompt, the first one of equal ones. Threads make no rows: their prompts differ. */
export function bestAnswers(
  results: readonly ItemResult[],
  calls: ReadonlyMap<string, ReviewedCall>,
  { name, least }: DecidingQuestion,
): BestAnswers {
  const groups = labeledByPrompt(candidatesOf(results, calls), name);
  const rows = groups.flatMap((group): BestAnswer[] => {
    const best = bestOf(group);
    if (best === undefined || (least !== null && best.reward <= least)) return [];
    const ties = group.filter(({ reward }) => reward === best.reward).length - 1;
    const { prompt, answer, reward, result } = best;
    const call = { call_id: result.item.call_id, source: name };
    return [{ prompt, completion: answer, reward, n: group.length, ties, ...call }];
  });
  return { rows, withoutGood: groups.length - rows.length };
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
  const candidates = candidatesOf(results, calls);
  const corrected = candidates.flatMap(({ result, prompt, answer }): PreferencePair[] => {
    if (result.correction === null) return [];
    const chosen = [{ role: "assistant", content: result.correction }];
    return [{ prompt, chosen, rejected: answer, call_id: result.item.call_id, source: "correction" }];
  });
  return question === null ? corrected : [...corrected, ...comparedPairs(candidates, question)];
}

/** Returns the answers to each prompt that the question was answered for. */
function labeledByPrompt(candidates: readonly Candidate[], question: string): readonly (readonly Labeled[])[] {
  const byPrompt = new Map<string, Labeled[]>();
  for (const candidate of candidates) {
    const reward = candidate.result.numbers.get(question);
    if (reward === undefined) continue;
    const key = JSON.stringify(candidate.prompt);
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), { ...candidate, reward }]);
  }
  return [...byPrompt.values()];
}

/** The first of the answers with the highest reward. */
const bestOf = (group: readonly Labeled[]): Labeled | undefined =>
  group.reduce<Labeled | undefined>(
    (best, each) => (best === undefined || each.reward > best.reward ? each : best),
    undefined,
  );

function comparedPairs(candidates: readonly Candidate[], question: string): PreferencePair[] {
  return labeledByPrompt(candidates, question).flatMap((group) => {
    const best = bestOf(group);
    if (best === undefined) return [];
    return group
      .filter((each) => each.reward < best.reward && JSON.stringify(each.answer) !== JSON.stringify(best.answer))
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
