import { type AgentVersion, EMBEDDING_MODEL } from "./agent-versions";
import type { CaseTurn, ToolUse } from "./airline-cases";
import type { Random } from "./random";
import { addUsage, type CallFacts, type SampleCall, sampleCall, type UsageByModel } from "./sample-call";
import type { SampleRefs } from "./sample-project";

/** A message as chat models accept it. */
export type SampleMessage = Readonly<Record<string, unknown>>;

export interface TurnScript {
  readonly random: Random;
  readonly version: AgentVersion;
  readonly refs: SampleRefs;
  readonly shared: CallFacts["shared"];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Returns the id of something in this turn. */
  readonly idOf: (what: string) => string;
  /** Returns the share of flight searches that time out at this time. */
  readonly timeoutShare: number;
}

const SEARCH_TIMEOUT_MS = 10_000;
const CHARACTERS_PER_TOKEN = 4;

const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);

/**
 * One turn of a conversation as calls: the user's message, the agent's lookups, decisions and actions, and its answer.
 */
export class TurnWriter {
  readonly calls: SampleCall[] = [];
  readonly messages: SampleMessage[];
  clockMs: number;
  /** Why the agent gave the turn up, or null. */
  exception: string | null = null;
  readonly #scene: TurnScript;
  readonly #usage: UsageByModel[] = [];

  constructor(scene: TurnScript, messages: readonly SampleMessage[], startedAtMs: number) {
    this.#scene = scene;
    this.messages = [...messages];
    this.clockMs = startedAtMs;
  }

  write({ user, tools, answer }: CaseTurn, looksUpPolicy: boolean): void {
    const { shared, version, refs } = this.#scene;
    const startedAtMs = this.clockMs;
    this.messages.push({ role: "user", content: user });
    if (looksUpPolicy) this.#findPolicy(user);
    for (const [index, use] of tools.entries()) {
      if (this.exception === null) this.#runWithRetry(use, `${index}`);
    }
    if (this.exception === null) {
      this.#answer({ role: "assistant", content: answer }, "stop", "answer");
    }
    this.clockMs += this.#scene.random.between(4, 30);
    const turn = this.#call({
      id: shared.turn_id ?? "",
      parentId: null,
      op: this.#op("airline_turn"),
      kind: "agent",
      inputs: { message: user, agent: refs.agent(version.name) },
      startedAtMs,
      output: answer,
      exception: this.exception,
      usage: addUsage(this.#usage),
    });
    this.calls.unshift(turn);
  }

  #op(name: string): string {
    return this.#scene.refs.op(name, this.#scene.version.name) ?? name;
  }

  #call(facts: Omit<CallFacts, "shared" | "attributes" | "endedAtMs"> & { readonly kind: string }): SampleCall {
    const { shared, attributes } = this.#scene;
    const { kind, ...call } = facts;
    return sampleCall({
      ...call,
      shared,
      attributes: { ...attributes, weave: { kind } },
      endedAtMs: this.clockMs,
    });
  }

  /** The policy is found by its meaning, which takes one more model: a third level of the tree. */
  #findPolicy(question: string): void {
    const { random, idOf, shared } = this.#scene;
    const startedAtMs = this.clockMs;
    const id = idOf("policy");
    this.clockMs += random.between(1, 6);
    const embeddingAtMs = this.clockMs;
    this.clockMs += random.durationMs(60);
    const tokens = tokensOf(question);
    const usage = {
      [EMBEDDING_MODEL]: { requests: 1, prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
    };
    const embedding = this.#call({
      id: idOf("policy/embedding"),
      parentId: id,
      op: "openai.embeddings.create",
      kind: "llm",
      usage,
      inputs: { model: EMBEDDING_MODEL, input: question },
      startedAtMs: embeddingAtMs,
      exception: null,
      output: { model: EMBEDDING_MODEL, dimensions: 1536 },
    });
    this.clockMs += random.between(2, 20);
    const found = [{ section: random.pick(["baggage", "cancellation", "changes", "payment"]), score: 0.8 }];
    const policy = this.#call({
      id,
      parentId: shared.turn_id ?? "",
      op: this.#op("find_policy"),
      kind: "tool",
      usage,
      inputs: { question, limit: 1 },
      startedAtMs,
      output: found,
      exception: null,
    });
    this.calls.push(policy, embedding);
    this.#usage.push(usage);
  }

  /** Requests and runs a tool; a tool that times out is retried once, then the agent gives up. */
  #runWithRetry(use: ToolUse, name: string): void {
    const { random, timeoutShare } = this.#scene;
    for (const attempt of [1, 2]) {
      const isTimedOut = use.tool === "search_flights" && random.isTrue(timeoutShare);
      this.#runTool(use, `${name}/${attempt}`, isTimedOut);
      if (!isTimedOut) return;
    }
    this.exception = `AgentError: ${use.tool} did not answer twice`;
  }

  #runTool(use: ToolUse, name: string, isTimedOut: boolean): void {
    const { random, idOf, shared } = this.#scene;
    const callId = `call_${random.code(8).toLowerCase()}`;
    const request = { name: use.tool, arguments: JSON.stringify(use.inputs) };
    const toolCall = { id: callId, type: "function", function: request };
    this.#answer({ role: "assistant", content: null, tool_calls: [toolCall] }, "tool_calls", name);
    const startedAtMs = this.clockMs;
    this.clockMs += isTimedOut ? SEARCH_TIMEOUT_MS : random.durationMs(use.tool === "search_flights" ? 180 : 35);
    const timeout = isTimedOut ? "TimeoutError: the flight search did not answer within 10 s" : null;
    const exception = timeout ?? use.exception ?? null;
    const tool = this.#call({
      id: idOf(`${name}/tool`),
      parentId: shared.turn_id ?? "",
      op: this.#op(use.tool),
      kind: "tool",
      inputs: use.inputs,
      startedAtMs,
      output: use.output,
      exception,
      usage: {},
    });
    this.calls.push(tool);
    const content = exception === null ? JSON.stringify(use.output) : `Error: ${exception}`;
    this.messages.push({ role: "tool", tool_call_id: callId, name: use.tool, content });
  }

  /** One request to the model; now and then it is refused first, and sent again. */
  #answer(message: SampleMessage, finishReason: string, name: string): void {
    const { random, version, idOf, shared } = this.#scene;
    const inputs = { model: version.model, temperature: version.temperature, messages: [...this.messages] };
    const llm = { parentId: shared.turn_id ?? "", op: "openai.chat.completions.create", kind: "llm", inputs };
    if (random.isTrue(0.008)) {
      const startedAtMs = this.clockMs;
      this.clockMs += random.between(40, 90);
      const exception = "RateLimitError: 429, too many requests, try again in 1 s";
      const id = idOf(`${name}/refused`);
      this.calls.push(this.#call({ ...llm, id, startedAtMs, output: null, exception, usage: {} }));
      this.clockMs += 1_000;
    }
    const startedAtMs = this.clockMs;
    const [promptTokens, completionTokens] = [tokensOf(this.messages), tokensOf(message)];
    this.clockMs += random.durationMs(version.answerMs) + 9 * completionTokens;
    const tokens = {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
    const usage = { [version.model]: { requests: 1, ...tokens } };
    const output = {
      object: "chat.completion",
      model: version.model,
      choices: [{ index: 0, finish_reason: finishReason, message }],
      usage: tokens,
    };
    this.calls.push(this.#call({ ...llm, id: idOf(`${name}/llm`), startedAtMs, output, exception: null, usage }));
    this.#usage.push(usage);
    this.messages.push(message);
    this.clockMs += random.between(1, 9);
  }
}
