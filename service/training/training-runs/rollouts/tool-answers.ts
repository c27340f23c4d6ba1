import type { RunTools } from "@/lib/api/contract/training-runs/training-run-tools";
import { fillTemplate } from "@/service/evaluation/evaluation-runs/scorers/prompt-template";
import { textOf } from "@/service/evaluation/evaluation-runs/scorers/value-at-path";
import { microsNow } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { completeOnce, type ModelAccess, messageOf } from "@/service/evaluation/evaluation-runs/trials/complete-once";
import type { TaskValues } from "@/service/training/training-runs/records/run-records";
import { type RecordedResult, sameCall } from "@/service/training/training-runs/tasks/recorded-results";
import type { Message } from "./choice";
import type { ToolCall, ToolRun } from "./converse";
import { conversationText } from "./rollout-steps";

/** Returns the recorded results of a task's thread, in their order. */
export type ReadRecorded = (values: TaskValues) => Promise<readonly RecordedResult[]>;

interface Tools {
  readonly tools: RunTools;
  readonly access: ModelAccess;
  readonly values: TaskValues;
  readonly readRecorded: ReadRecorded;
}

const errorResult = (problem: string) => ({ result: JSON.stringify({ error: problem }), problem, completion: null });

/**
 * Answers the tool calls of one rollout. Recorded results of equal calls are given in their order, and the last one again
 * after that. A call that nothing can answer gets an error, which the model sees.
 */
export class ToolAnswers {
  readonly #source: Tools;
  /** The number of earlier calls, by call. */
  readonly #earlier = new Map<string, number>();

  constructor(source: Tools) {
    this.#source = source;
  }

  /** @throws AbortError when the run was interrupted */
  async answer(call: ToolCall, conversation: readonly Message[], signal: AbortSignal): Promise<ToolRun> {
    const startedMicros = microsNow();
    const answered = await this.#find(call, conversation, signal);
    return { call, startedMicros, endedMicros: microsNow(), ...answered };
  }

  async #find(
    call: ToolCall,
    conversation: readonly Message[],
    signal: AbortSignal,
  ): Promise<Pick<ToolRun, "result" | "problem" | "completion">> {
    const { definitions, answers } = this.#source.tools;
    if (!definitions.some((one) => one.function.name === call.name))
      return errorResult(`There is no tool ${call.name.slice(0, 64)}.`);
    return answers.kind === "recorded"
      ? await this.#recorded(call)
      : await this.#simulated(answers, call, conversation, signal);
  }

  async #recorded(call: ToolCall) {
    const { readRecorded, values } = this.#source;
    const key = sameCall(call.name, call.argumentsText);
    const before = this.#earlier.get(key) ?? 0;
    this.#earlier.set(key, before + 1);
    const results = (await readRecorded(values)).filter((one) => one.key === key);
    const found = results[Math.min(before, results.length - 1)];
    if (!found) return errorResult(`There is no recorded result of ${call.name} with these arguments.`);
    return { result: found.result, problem: null, completion: null };
  }

  async #simulated(
    { model, prompt }: Extract<RunTools["answers"], { kind: "simulator" }>,
    call: ToolCall,
    conversation: readonly Message[],
    signal: AbortSignal,
  ) {
    const { access, values } = this.#source;
    const content = fillTemplate(prompt, {
      ...values,
      tool_name: call.name,
      tool_arguments: call.argumentsText,
      conversation: conversationText(conversation),
    });
    const request = { model, messages: [{ role: "user", content }], params: { temperature: 0 } };
    const completion = await completeOnce(access, request, signal);
    return { result: textOf(messageOf(completion.response).content ?? ""), problem: completion.error, completion };
  }
}
