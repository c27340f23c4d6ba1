/** A program whose session files can be imported. */
type SessionSource = "claude-code" | "codex";

/** A part of an answer, in the form of Anthropic's messages, which the chat views read. */
export type SessionBlock = Readonly<Record<string, unknown>>;

/** Tokens of one request. Cached ones are part of the prompt. */
export interface SessionUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
  /** The part of them that is kept for an hour, at a higher price. */
  readonly cacheHourTokens: number;
}

interface StepTimes {
  readonly startedMs: number;
  /** Null while it is not known. */
  endedMs: number | null;
}

/** One request to a model, with what is new since the request before it. */
export interface SessionModelStep extends StepTimes {
  readonly kind: "model";
  readonly key: string;
  /** Names the request in all sessions: copies of it have the same. Null where only its place in the file names it. */
  globalKey: string | null;
  model: string | null;
  readonly newMessages: readonly unknown[];
  readonly blocks: SessionBlock[];
  usage: SessionUsage | null;
  stopReason: string | null;
  /** Why there is no answer. */
  failure: string | null;
}

/** One use of a tool. */
export interface SessionToolStep extends StepTimes {
  readonly kind: "tool";
  readonly key: string;
  /** The request that asked for it. */
  readonly model: SessionModelStep;
  readonly name: string;
  input: unknown;
  /** The subagent that it started. */
  agentId: string | null;
  result: { readonly value: unknown; readonly isError: boolean; readonly diff: string | null } | null;
}

/** What happened between one message of the user and the next. */
export interface SessionTurn {
  readonly key: string;
  readonly startedMs: number;
  /** The time of its last line. */
  lastMs: number;
  /** The content of the user's message; null for what came before the first. */
  readonly user: unknown;
  readonly steps: (SessionModelStep | SessionToolStep)[];
  /** Nothing will be added to it. */
  isEnded: boolean;
  /** The user went back behind it: the conversation continues without it. */
  isRewound: boolean;
  /** The keys of the turns that the user left by going back to ask this one. */
  readonly rewinds: readonly string[];
}

/** A session, or that of a subagent in it. */
export interface Session {
  readonly source: SessionSource;
  readonly id: string;
  /** The subagent; null for the session itself. */
  readonly agentId: string | null;
  /** Working directory, branch, version and the like, as the file says them. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly turns: readonly SessionTurn[];
}

/** A session without a line for so long is over, even where its file does not say so. */
const QUIET_MS = 60 * 60_000;

/** Builds the turns of a session from its events, in the order of the file. */
export class SessionBuilder {
  readonly #turns: SessionTurn[] = [];
  readonly #models = new Map<string, SessionModelStep>();
  readonly #tools = new Map<string, SessionToolStep>();
  #newMessages: unknown[] = [];
  #openModel: SessionModelStep | null = null;
  #lastModel: SessionModelStep | null = null;
  #lastMs = 0;

  /** The request that is being answered; null between requests. */
  get openModel(): SessionModelStep | null {
    return this.#openModel;
  }

  /** @param rewinds the keys of earlier turns that the conversation leaves here */
  addUser(key: string, atMs: number, content: unknown, rewinds: readonly string[] = []): void {
    this.closeModel();
    this.endTurn();
    for (const turn of this.#turns) if (rewinds.includes(turn.key)) turn.isRewound = true;
    this.#begin(key, atMs, content, rewinds);
    this.#newMessages.push({ role: "user", content });
  }

  /** Text that the program sent to the model by itself. */
  addContext(content: unknown): void {
    this.#newMessages.push({ role: "user", content });
  }

  /**
   * Adds a part of an answer; parts with the same key are one request.
   *
   * @param merge adds blocks to those that the answer has
   */
  addAnswer(
    key: string,
    atMs: number,
    model: string | null,
    blocks: readonly SessionBlock[],
    merge: (known: SessionBlock[], blocks: readonly SessionBlock[]) => void = (known, more) => known.push(...more),
  ): SessionModelStep {
    const step = this.#models.get(key) ?? this.#beginModel(key, atMs, model);
    merge(step.blocks, blocks);
    step.model ??= model;
    step.endedMs = Math.max(step.endedMs ?? atMs, atMs);
    for (const { type, id, name, input } of step.blocks) {
      if (type === "tool_use" && typeof id === "string") this.#beginTool(step, id, atMs, String(name ?? "tool"), input);
    }
    this.#touch(atMs);
    return step;
  }

  /** Returns false when no tool use with this id was read before. */
  addResult(
    toolId: string,
    atMs: number,
    result: { readonly value: unknown; readonly isError: boolean; readonly diff: string | null },
  ): boolean {
    const step = this.#tools.get(toolId);
    if (!step) return false;
    if (step.result !== null) return true;
    step.result = result;
    step.endedMs = Math.max(step.startedMs, atMs);
    const block = { type: "tool_result", tool_use_id: toolId, content: result.value, is_error: result.isError };
    this.#newMessages.push({ role: "user", content: [block] });
    this.#touch(atMs);
    return true;
  }

  /** Names the subagent that a tool started. */
  setAgent(toolId: string, agentId: string): void {
    const step = this.#tools.get(toolId);
    if (step) step.agentId ??= agentId;
  }

  /** Names the subagent of the first tool without one that was given this prompt. */
  setAgentByPrompt(prompt: unknown, agentId: string): void {
    const tools = [...this.#tools.values()];
    if (typeof prompt !== "string" || tools.some((tool) => tool.agentId === agentId)) return;
    const step = tools.find((tool) => tool.agentId === null && promptOf(tool) === prompt);
    if (step) step.agentId = agentId;
  }

  /** The first message of the user. */
  get firstPrompt(): unknown {
    return this.#turns.find(({ user }) => user !== null)?.user;
  }

  /** The newest request without tokens, of the current turn; null when all have them. */
  get modelWithoutUsage(): SessionModelStep | null {
    const models = this.#turns.at(-1)?.steps.filter((step) => step.kind === "model") ?? [];
    return models.findLast(({ usage }) => usage === null) ?? null;
  }

  /** The answer of the current request is complete. */
  closeModel(): void {
    this.#openModel = null;
  }

  /** Ends the last turn, at the time of its last line: the next message may come much later. */
  endTurn(): void {
    const turn = this.#turns.at(-1);
    if (turn) turn.isEnded = true;
  }

  /** Ends the last turn if this is its request: a line that is repeated may be of an earlier one. */
  endTurnOf(step: SessionModelStep): void {
    if (this.#turns.at(-1)?.steps.includes(step)) this.endTurn();
  }

  /** Returns the turns. Those of a session that has been quiet for an hour are over. */
  turns(nowMs: number): readonly SessionTurn[] {
    const last = this.#turns.at(-1);
    if (last && nowMs - last.lastMs >= QUIET_MS) last.isEnded = true;
    return this.#turns;
  }

  /** Returns whether nothing will be added to a request. Its tokens may come after its answer. */
  isClosed(step: SessionModelStep): boolean {
    if (step !== this.#lastModel || step.stopReason !== null) return true;
    return step !== this.#openModel && step.usage !== null;
  }

  #begin(key: string, atMs: number, user: unknown, rewinds: readonly string[] = []): SessionTurn {
    const turn: SessionTurn = {
      ...{ key, startedMs: atMs, lastMs: atMs, user, steps: [] },
      ...{ isEnded: false, isRewound: false, rewinds },
    };
    this.#turns.push(turn);
    this.#touch(atMs);
    return turn;
  }

  #currentTurn(key: string, atMs: number): SessionTurn {
    return this.#turns.at(-1) ?? this.#begin(`before ${key}`, atMs, null);
  }

  #beginModel(key: string, atMs: number, model: string | null): SessionModelStep {
    const turn = this.#currentTurn(key, atMs);
    const step: SessionModelStep = {
      kind: "model",
      key,
      globalKey: null,
      model,
      // The file has no time of the request: it was sent after the line before.
      startedMs: Math.min(this.#lastMs || atMs, atMs),
      endedMs: atMs,
      newMessages: this.#newMessages,
      blocks: [],
      usage: null,
      stopReason: null,
      failure: null,
    };
    this.#newMessages = [];
    this.#models.set(key, step);
    this.#openModel = step;
    this.#lastModel = step;
    turn.steps.push(step);
    return step;
  }

  #beginTool(model: SessionModelStep, id: string, atMs: number, name: string, input: unknown): void {
    const known = this.#tools.get(id);
    if (known) {
      known.input = input;
      return;
    }
    const step: SessionToolStep = {
      ...{ kind: "tool", key: id, model, name, input, agentId: null },
      ...{ startedMs: atMs, endedMs: null, result: null },
    };
    this.#tools.set(id, step);
    this.#currentTurn(id, atMs).steps.push(step);
  }

  #touch(atMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, atMs);
    const turn = this.#turns.at(-1);
    if (turn) turn.lastMs = Math.max(turn.lastMs, atMs);
  }
}

function promptOf({ name, input }: SessionToolStep): unknown {
  if (name !== "Agent" && name !== "Task") return null;
  return typeof input === "object" && input !== null && "prompt" in input ? input.prompt : null;
}
