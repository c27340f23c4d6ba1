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
  /** The part of `cacheCreationTokens` that is kept for an hour. */
  readonly cacheHourTokens?: number;
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
  model: string | null;
  readonly newMessages: readonly unknown[];
  readonly blocks: SessionBlock[];
  usage: SessionUsage | null;
  stopReason: string | null;
}

/** One use of a tool. */
export interface SessionToolStep extends StepTimes {
  readonly kind: "tool";
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
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
  #lastMs = 0;

  /** The request that is being answered; null between requests. */
  get openModel(): SessionModelStep | null {
    return this.#openModel;
  }

  addUser(key: string, atMs: number, content: unknown): void {
    this.closeModel();
    this.endTurn();
    this.#begin(key, atMs, content);
    this.#newMessages.push({ role: "user", content });
  }

  /** Text that the program sent to the model by itself. */
  addContext(content: unknown): void {
    this.#newMessages.push({ role: "user", content });
  }

  /** Adds a part of an answer; parts with the same key are one request. */
  addAnswer(key: string, atMs: number, model: string | null, blocks: readonly SessionBlock[]): SessionModelStep {
    const step = this.#models.get(key) ?? this.#beginModel(key, atMs, model);
    step.blocks.push(...blocks);
    step.model ??= model;
    step.endedMs = Math.max(step.endedMs ?? atMs, atMs);
    for (const { type, id, name, input } of blocks) {
      if (type === "tool_use" && typeof id === "string") this.#beginTool(id, atMs, String(name ?? "tool"), input);
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

  /** The answer of the current request is complete. */
  closeModel(): void {
    this.#openModel = null;
  }

  /** Ends the last turn, at the time of its last line: the next message may come much later. */
  endTurn(): void {
    const turn = this.#turns.at(-1);
    if (turn) turn.isEnded = true;
  }

  /** Returns the turns. Those of a session that has been quiet for an hour are over. */
  turns(nowMs: number): readonly SessionTurn[] {
    const last = this.#turns.at(-1);
    if (last && nowMs - last.lastMs >= QUIET_MS) last.isEnded = true;
    return this.#turns;
  }

  /** Returns whether nothing will be added to a request. */
  isClosed(step: SessionModelStep): boolean {
    return step !== this.#openModel || step.stopReason !== null;
  }

  #begin(key: string, atMs: number, user: unknown): SessionTurn {
    const turn: SessionTurn = { key, startedMs: atMs, lastMs: atMs, user, steps: [], isEnded: false };
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
      model,
      // The file has no time of the request: it was sent after the line before.
      startedMs: Math.min(this.#lastMs || atMs, atMs),
      endedMs: atMs,
      newMessages: this.#newMessages,
      blocks: [],
      usage: null,
      stopReason: null,
    };
    this.#newMessages = [];
    this.#models.set(key, step);
    this.#openModel = step;
    turn.steps.push(step);
    return step;
  }

  #beginTool(id: string, atMs: number, name: string, input: unknown): void {
    if (this.#tools.has(id)) return;
    const step: SessionToolStep = { kind: "tool", key: id, name, input, startedMs: atMs, endedMs: null, result: null };
    this.#tools.set(id, step);
    this.#currentTurn(id, atMs).steps.push(step);
  }

  #touch(atMs: number): void {
    this.#lastMs = Math.max(this.#lastMs, atMs);
    const turn = this.#turns.at(-1);
    if (turn) turn.lastMs = Math.max(turn.lastMs, atMs);
  }
}
