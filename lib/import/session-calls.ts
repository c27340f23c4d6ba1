import { v5 as uuidv5 } from "uuid";
import { type CallPartRequest, callPartsOf, type ImportItem } from "./import-item";
import type {
  Session,
  SessionBuilder,
  SessionModelStep,
  SessionToolStep,
  SessionTurn,
  SessionUsage,
} from "./session-builder";

/** The namespace of the ids of sessions, created once at random: a session has the same ids wherever it is imported. */
const SESSION_IDS = "0d3f1c8e-6b7a-4c55-8f0e-2a9d4be17c31";

const MAX_EXCEPTION_LENGTH = 2000;

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Converts a session to calls. Ids come from the file, so that a session can be imported again when it has grown. */
class SessionConverter {
  readonly #session: Session;
  readonly #builder: SessionBuilder;
  readonly #projectId: string;
  readonly #namespace: string;
  readonly #threadId: string;

  constructor(session: Session, builder: SessionBuilder, projectId: string) {
    this.#session = session;
    this.#builder = builder;
    this.#projectId = projectId;
    const { source, id, agentId } = session;
    this.#threadId = agentId === null ? id : `${id}/${agentId}`;
    this.#namespace = uuidv5(`${source} ${this.#threadId}`, SESSION_IDS);
  }

  parts(): CallPartRequest[] {
    return this.#session.turns.flatMap((turn) => [
      ...this.#turnParts(turn),
      ...turn.steps.flatMap((step) =>
        step.kind === "model" ? this.#modelParts(turn, step) : this.#toolParts(turn, step),
      ),
    ]);
  }

  #idOf(what: string): string {
    return uuidv5(what, this.#namespace);
  }

  #turnId({ key }: SessionTurn): string {
    return this.#idOf(`turn ${key}`);
  }

  #start(turn: SessionTurn, id: string, opName: string, startedMs: number, kind: string) {
    const { source, facts, id: sessionId, agentId } = this.#session;
    return {
      project_id: this.#projectId,
      id,
      trace_id: this.#idOf(`trace ${turn.key}`),
      parent_id: id === this.#turnId(turn) ? null : this.#turnId(turn),
      thread_id: this.#threadId,
      turn_id: this.#turnId(turn),
      op_name: opName,
      started_at: iso(startedMs),
      attributes: {
        kind,
        import: { source },
        session: { id: sessionId, ...(agentId === null ? {} : { agent_id: agentId }), ...facts },
      },
    };
  }

  #end(
    id: string,
    endedMs: number,
    members: { output: unknown; summary?: Record<string, unknown>; exception?: string },
  ) {
    const { output, summary = {}, exception } = members;
    const ended = { project_id: this.#projectId, id, ended_at: iso(endedMs), output: output ?? null, summary };
    return exception === undefined ? ended : { ...ended, exception };
  }

  #turnParts(turn: SessionTurn): CallPartRequest[] {
    const id = this.#turnId(turn);
    const start = {
      ...this.#start(turn, id, `${this.#session.source}.turn`, turn.startedMs, "agent"),
      inputs: turn.user === null ? {} : { message: turn.user },
    };
    // An end is final: that of a turn that goes on is sent with a later import.
    if (!turn.isEnded) return callPartsOf(start, null);
    const summary = { usage: usageByModel(turn.steps.filter((step) => step.kind === "model")) };
    return callPartsOf(start, this.#end(id, turn.lastMs, { output: answerOf(turn), summary }));
  }

  #modelParts(turn: SessionTurn, step: SessionModelStep): CallPartRequest[] {
    const id = this.#idOf(`model ${step.key}`);
    const model = step.model ?? "unknown";
    const start = {
      ...this.#start(turn, id, `${this.#session.source}.completion`, step.startedMs, "llm"),
      inputs: { model, messages: [...step.newMessages] },
    };
    if (!turn.isEnded && !this.#builder.isClosed(step)) return callPartsOf(start, null);
    const output = { role: "assistant", content: [...step.blocks], model, stop_reason: step.stopReason };
    const summary = { usage: usageByModel([step]) };
    return callPartsOf(start, this.#end(id, step.endedMs ?? turn.lastMs, { output, summary }));
  }

  #toolParts(turn: SessionTurn, step: SessionToolStep): CallPartRequest[] {
    const id = this.#idOf(`tool ${step.key}`);
    const { input, result } = step;
    const inputs = typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : { input };
    const start = { ...this.#start(turn, id, step.name, step.startedMs, "tool"), inputs };
    if (result === null) {
      if (!turn.isEnded) return callPartsOf(start, null);
      const exception = "The session has no result of this tool: it was interrupted.";
      return callPartsOf(start, this.#end(id, Math.max(step.startedMs, turn.lastMs), { output: null, exception }));
    }
    const output = result.diff === null ? result.value : { result: result.value, diff: result.diff };
    const exception = result.isError ? { exception: textOf(result.value).slice(0, MAX_EXCEPTION_LENGTH) } : {};
    return callPartsOf(start, this.#end(id, step.endedMs ?? turn.lastMs, { output, ...exception }));
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value || "failed";
  if (!Array.isArray(value)) return "failed";
  const texts = value.flatMap((part: unknown) =>
    typeof part === "object" && part !== null && "text" in part && typeof part.text === "string" ? [part.text] : [],
  );
  return texts.join("\n") || "failed";
}

/** The last words of a turn. */
function answerOf({ steps }: SessionTurn): string | null {
  const texts = steps.flatMap((step) => (step.kind === "model" ? step.blocks : []));
  const last = texts.findLast(({ type, text }) => type === "text" && typeof text === "string" && text !== "");
  return last === undefined ? null : String(last.text);
}

/** Usage by model in the members that prices are applied to; cached tokens are part of the prompt. */
function usageByModel(steps: readonly SessionModelStep[]): Record<string, Record<string, number>> {
  const totals = new Map<string, SessionUsage & { readonly requests: number }>();
  for (const { model, usage } of steps) {
    if (model === null || usage === null) continue;
    const total = totals.get(model);
    totals.set(model, {
      requests: (total?.requests ?? 0) + 1,
      promptTokens: (total?.promptTokens ?? 0) + usage.promptTokens,
      completionTokens: (total?.completionTokens ?? 0) + usage.completionTokens,
      cacheReadTokens: (total?.cacheReadTokens ?? 0) + usage.cacheReadTokens,
      cacheCreationTokens: (total?.cacheCreationTokens ?? 0) + usage.cacheCreationTokens,
      cacheHourTokens: (total?.cacheHourTokens ?? 0) + (usage.cacheHourTokens ?? 0),
    });
  }
  const entries = [...totals].map(([model, total]) => {
    const { requests, promptTokens, completionTokens, cacheReadTokens, cacheCreationTokens } = total;
    const { cacheHourTokens = 0 } = total;
    const members = {
      requests,
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      ...(cacheReadTokens > 0 ? { cache_read_input_tokens: cacheReadTokens } : {}),
      ...(cacheCreationTokens > 0 ? { cache_creation_input_tokens: cacheCreationTokens } : {}),
      ...(cacheHourTokens > 0 ? { cache_creation_1h_input_tokens: cacheHourTokens } : {}),
    };
    return [model, members] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns a session as calls: a thread with a turn for each message of the user, and its model and tool calls. */
export function sessionItem(
  { session, builder }: { readonly session: Session; readonly builder: SessionBuilder },
  projectId: string,
  filePosition: string,
): ImportItem {
  const steps = session.turns.flatMap((turn) => turn.steps);
  const modelCalls = steps.filter(({ kind }) => kind === "model").length;
  return {
    kind: "item",
    filePosition,
    parts: new SessionConverter(session, builder, projectId).parts(),
    feedback: [],
    counts: {
      calls: session.turns.length + steps.length,
      conversations: 1,
      sessions: 1,
      userMessages: session.turns.filter(({ user }) => user !== null).length,
      modelCalls,
      toolResults: steps.filter((step) => step.kind === "tool" && step.result !== null).length,
    },
    reward: null,
  };
}
