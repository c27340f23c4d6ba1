import { isJsonObject } from "@/lib/guard/json-object";

type Members = Readonly<Record<string, unknown>>;

/** A choice while its deltas arrive. */
interface ChoiceSum {
  finishReason: unknown;
  message: Record<string, unknown>;
  logprobs: Record<string, unknown[]> | null;
}

/** Members of a delta whose pieces are joined; others keep their last value. */
const JOINED = new Set([
  ...["content", "refusal", "reasoning", "reasoning_content"],
  // Of functions, of custom tools, of audio.
  ...["arguments", "input", "data", "transcript"],
]);

/** Combines the chunks of a streamed completion into the completion as it would be without streaming. */
export class ChunkSum {
  readonly #choices = new Map<number, ChoiceSum>();
  #head: Members = {};
  #usage: unknown = null;

  add(chunk: Members): void {
    const { choices, usage, object: _, ...head } = chunk;
    this.#head = { ...head, ...this.#head };
    if (isJsonObject(usage)) this.#usage = usage;
    for (const choice of Array.isArray(choices) ? choices : []) if (isJsonObject(choice)) this.#addChoice(choice);
  }

  /** Returns the completion so far. Later chunks do not change it. */
  completion(): Record<string, unknown> {
    const choices = [...this.#choices]
      .sort(([left], [right]) => left - right)
      .map(([index, { finishReason, message, logprobs }]) => ({
        index,
        finish_reason: finishReason,
        message: { role: "assistant", content: null, ...copyOf(message) },
        ...(logprobs === null ? {} : { logprobs: copyOf(logprobs) }),
      }));
    return { ...this.#head, object: "chat.completion", choices, usage: this.#usage };
  }

  #addChoice({ index, delta, finish_reason, logprobs }: Members): void {
    const at = typeof index === "number" ? index : 0;
    const sum = this.#choices.get(at) ?? { finishReason: null, message: {}, logprobs: null };
    this.#choices.set(at, sum);
    if (typeof finish_reason === "string") sum.finishReason = finish_reason;
    if (isJsonObject(delta)) addDelta(sum.message, delta);
    if (isJsonObject(logprobs)) {
      sum.logprobs ??= {};
      addLogprobs(sum.logprobs, logprobs);
    }
  }
}

function addDelta(into: Record<string, unknown>, delta: Members): void {
  for (const [name, value] of Object.entries(delta)) {
    // A provider's member of this name would become the message's prototype.
    if (value === null || value === undefined || name === "__proto__") continue;
    if (JOINED.has(name) && typeof value === "string") into[name] = `${into[name] ?? ""}${value}`;
    else if (name === "tool_calls" && Array.isArray(value)) into[name] = addToolCalls(into[name], value);
    else if (isJsonObject(value)) {
      const inner = isJsonObject(into[name]) ? { ...into[name] } : {};
      addDelta(inner, value);
      into[name] = inner;
    } else into[name] = value;
  }
}

function addToolCalls(before: unknown, pieces: readonly unknown[]): unknown[] {
  const calls: unknown[] = Array.isArray(before) ? before : [];
  for (const piece of pieces) {
    if (!isJsonObject(piece)) continue;
    const { index, ...delta } = piece;
    const at = typeof index === "number" && index >= 0 && index <= calls.length ? index : calls.length;
    const call = isJsonObject(calls[at]) ? { ...calls[at] } : {};
    addDelta(call, delta);
    calls[at] = call;
  }
  return calls;
}

/** `content` and `refusal` are lists with an entry for each token. */
function addLogprobs(into: Record<string, unknown[]>, piece: Members): void {
  for (const [name, tokens] of Object.entries(piece)) {
    if (!Array.isArray(tokens)) continue;
    into[name] ??= [];
    for (const token of tokens) into[name].push(token);
  }
}

/** Its lists are copied, since they grow in place. */
function copyOf(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  );
}
