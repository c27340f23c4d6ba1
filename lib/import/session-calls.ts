import { v5 as uuidv5 } from "uuid";
import type {
  Session,
  SessionBuilder,
  SessionModelStep,
  SessionToolStep,
  SessionTurn,
  SessionUsage,
} from "./session-builder";
import { type CallPartRequest, callPartsOf, type ImportItem } from "./values/import-item";

/** The namespace of the ids of sessions, created once at random: a session has the same ids wherever it is imported. */
const SESSION_IDS = "0d3f1c8e-6b7a-4c55-8f0e-2a9d4be17c31";

const MAX_EXCEPTION_LENGTH = 2000;

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** Returns which of these calls a project has, each with its thread. */
export type StoredThreads = (callIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A session, its builder, and what of its file is not part of it. */
export interface ReadSession {
  readonly session: Session;
  readonly builder: SessionBuilder;
}

/**
 * The ids of a session's calls. They come from the file, so that a session can be imported again when it has grown, and
 * those of requests are the same in copies of the session: a copy that another file has counts once.
 */
class SessionIds {
  readonly threadId: string;
  readonly #source: Session["source"];
  readonly #own: string;
  readonly #shared: string;
  /** Earlier releases had ids that differ between copies; sessions that are stored with them keep them. */
  readonly #isEarlier: boolean;

  constructor({ source, id, agentId }: Session, isEarlier: boolean) {
    this.threadId = agentId === null ? id : `${id}/${agentId}`;
    this.#source = source;
    this.#own = uuidv5(`${source} ${this.threadId}`, SESSION_IDS);
    this.#shared = uuidv5(`${source} requests`, SESSION_IDS);
    this.#isEarlier = isEarlier;
  }

  turn = ({ key }: SessionTurn): string => this.#ofTurn("turn", key);
  trace = ({ key }: SessionTurn): string => this.#ofTurn("trace", key);

  model({ key, globalKey }: SessionModelStep): string {
    if (this.#isEarlier || globalKey === null) return uuidv5(`model ${this.#earlierKey(key)}`, this.#own);
    return uuidv5(`model ${globalKey}`, this.#shared);
  }

  tool({ key, model }: SessionToolStep): string {
    if (this.#isEarlier || model.globalKey === null) return uuidv5(`tool ${key}`, this.#own);
    return uuidv5(`tool ${key} of ${model.globalKey}`, this.#shared);
  }

  /** Lines of Claude Code have ids of their own; those of Codex are named by their number. */
  #ofTurn(what: string, key: string): string {
    const isOwn = this.#isEarlier || this.#source === "codex";
    return isOwn ? uuidv5(`${what} ${this.#earlierKey(key)}`, this.#own) : uuidv5(`${what} ${key}`, this.#shared);
  }

  /** Without the id of the request, which earlier releases did not read. */
  #earlierKey(key: string): string {
    return this.#source === "codex" ? key : key.replace(/^(before )?(\S+) .*$/, "$1$2");
  }
}

type Step = SessionTurn["steps"][number];
const isModel = (step: Step): step is SessionModelStep => step.kind === "model";

/** A turn with the steps that are not copies of another session's. */
interface OwnTurn {
  readonly turn: SessionTurn;
  readonly steps: readonly Step[];
  readonly threadId: string;
  /** The session that this turn continues. */
  readonly continues: string | null;
}

/** Converts a session to calls. */
class SessionConverter {
  readonly #session: Session;
  readonly #builder: SessionBuilder;
  readonly #projectId: string;
  readonly #ids: SessionIds;
  readonly #stored: ReadonlyMap<string, string>;
  /** The number of requests of other sessions that this one repeats, by session. */
  readonly copies = new Map<string, number>();

  constructor(
    { session, builder }: ReadSession,
    projectId: string,
    ids: SessionIds,
    stored: ReadonlyMap<string, string>,
  ) {
    this.#session = session;
    this.#builder = builder;
    this.#projectId = projectId;
    this.#ids = ids;
    this.#stored = stored;
  }

  /** The turns and steps that are not stored in another session. */
  ownTurns(): readonly OwnTurn[] {
    let continued: string | null = null;
    return this.#session.turns.flatMap((turn): OwnTurn[] => {
      const steps = turn.steps.filter((step) => this.#otherThreadOf(this.#ids.model(modelOf(step))) === null);
      for (const step of turn.steps.filter(isModel)) this.#countCopy(this.#otherThreadOf(this.#ids.model(step)));
      const other = this.#otherThreadOf(this.#ids.turn(turn));
      const isCopy = steps.length === 0 && (other !== null || turn.steps.length > 0);
      if (other !== null) continued = other;
      if (isCopy) return [];
      const continues = other === null ? continued : null;
      if (other === null) continued = null;
      return [{ turn, steps, threadId: other ?? this.#ids.threadId, continues }];
    });
  }

  parts(turns: readonly OwnTurn[]): CallPartRequest[] {
    return turns.flatMap((own) => [
      ...this.#turnParts(own),
      ...own.steps.flatMap((step) => (isModel(step) ? this.#modelParts(own, step) : this.#toolParts(own, step))),
    ]);
  }

  #otherThreadOf(callId: string): string | null {
    const thread = this.#stored.get(callId);
    return thread === undefined || thread === this.#ids.threadId ? null : thread;
  }

  #countCopy(thread: string | null): void {
    if (thread !== null) this.copies.set(thread, (this.copies.get(thread) ?? 0) + 1);
  }

  #start({ turn, threadId }: OwnTurn, id: string, opName: string, startedMs: number, kind: string) {
    const { source, facts, id: sessionId, agentId } = this.#session;
    const turnId = this.#ids.turn(turn);
    return {
      project_id: this.#projectId,
      id,
      trace_id: this.#ids.trace(turn),
      parent_id: id === turnId ? null : turnId,
      thread_id: threadId,
      turn_id: turnId,
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

  #turnParts(own: OwnTurn): CallPartRequest[] {
    const { turn, steps, continues } = own;
    const id = this.#ids.turn(turn);
    const start = this.#start(own, id, `${this.#session.source}.turn`, turn.startedMs, "agent");
    const rewinds = turn.rewinds.map((key) => this.#ids.turn({ ...turn, key }));
    const request = {
      ...start,
      attributes: {
        ...start.attributes,
        session: {
          ...start.attributes.session,
          // A turn that is stored before the user goes back does not say it: the turn that follows does.
          ...(turn.isRewound ? { is_rewound: true } : {}),
          ...(rewinds.length > 0 ? { rewinds } : {}),
        },
        ...(continues === null ? {} : { continues_thread_id: continues }),
      },
      inputs: turn.user === null ? {} : { message: turn.user },
    };
    // An end is final: that of a turn that goes on is sent with a later import.
    if (!turn.isEnded) return callPartsOf(request, null);
    const models = steps.filter(isModel);
    const summary = { usage: usageByModel(models) };
    const exception = exceptionOf(models.at(-1)?.failure ?? null);
    return callPartsOf(request, this.#end(id, turn.lastMs, { output: answerOf(turn), summary, ...exception }));
  }

  #modelParts(own: OwnTurn, step: SessionModelStep): CallPartRequest[] {
    const { turn } = own;
    const isOver = turn.isEnded || this.#builder.isClosed(step);
    // The id of a request of Codex may come with its tokens.
    if (!isOver && this.#session.source === "codex") return [];
    const id = this.#ids.model(step);
    const model = step.model ?? "unknown";
    const start = {
      ...this.#start(own, id, `${this.#session.source}.completion`, step.startedMs, "llm"),
      inputs: { model, messages: [...step.newMessages] },
    };
    if (!isOver) return callPartsOf(start, null);
    const output = { role: "assistant", content: [...step.blocks], model, stop_reason: step.stopReason };
    const members = { output, summary: { usage: usageByModel([step]) }, ...exceptionOf(step.failure) };
    return callPartsOf(start, this.#end(id, step.endedMs ?? turn.lastMs, members));
  }

  #toolParts(own: OwnTurn, step: SessionToolStep): CallPartRequest[] {
    const { turn } = own;
    const isOver = step.result !== null || turn.isEnded;
    // As its request, whose id is part of its own.
    const isNamed = this.#session.source !== "codex" || turn.isEnded || this.#builder.isClosed(step.model);
    if (!isNamed) return [];
    const id = this.#ids.tool(step);
    const { input, result, agentId } = step;
    const inputs = typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : { input };
    const subagent = agentId === null ? {} : { subagent_thread_id: `${this.#session.id}/${agentId}` };
    const start = this.#start(own, id, step.name, step.startedMs, "tool");
    const request = { ...start, attributes: { ...start.attributes, ...subagent }, inputs };
    if (!isOver) return callPartsOf(request, null);
    // The start of a running tool was sent before its subagent was known.
    const summary = { ...subagent };
    if (result === null) {
      const exception = "The session has no result of this tool: it was interrupted.";
      const endedMs = Math.max(step.startedMs, turn.lastMs);
      return callPartsOf(request, this.#end(id, endedMs, { output: null, summary, exception }));
    }
    const output = result.diff === null ? result.value : { result: result.value, diff: result.diff };
    const exception = exceptionOf(result.isError ? textOf(result.value) : null);
    return callPartsOf(request, this.#end(id, step.endedMs ?? turn.lastMs, { output, summary, ...exception }));
  }
}

const modelOf = (step: Step): SessionModelStep => (isModel(step) ? step : step.model);

const exceptionOf = (text: string | null) => (text === null ? {} : { exception: text.slice(0, MAX_EXCEPTION_LENGTH) });

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
function usageByModel(steps: readonly SessionModelStep[]): Record<string, Record<string, unknown>> {
  const byModel = new Map<string, SessionUsage[]>();
  for (const { model, usage } of steps) {
    if (model === null || usage === null) continue;
    byModel.set(model, [...(byModel.get(model) ?? []), usage]);
  }
  return Object.fromEntries([...byModel].map(([model, all]) => [model, usageMembers(all)] as const));
}

function usageMembers(all: readonly SessionUsage[]): Record<string, unknown> {
  const sum = (name: keyof SessionUsage) => all.reduce((total, usage) => total + usage[name], 0);
  const [prompt, completion, read] = [sum("promptTokens"), sum("completionTokens"), sum("cacheReadTokens")];
  const [created, hour] = [sum("cacheCreationTokens"), sum("cacheHourTokens")];
  const split = { ephemeral_5m_input_tokens: Math.max(0, created - hour), ephemeral_1h_input_tokens: hour };
  return {
    requests: all.length,
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(read > 0 ? { cache_read_input_tokens: read } : {}),
    ...(created > 0 ? { cache_creation_input_tokens: created } : {}),
    ...(hour > 0 ? { cache_creation: split } : {}),
  };
}

/** The calls by which a stored session, or a copy of it, is known. */
const namedBy = (ids: SessionIds, { turns }: Session) =>
  turns.flatMap((turn) => [ids.turn(turn), ...turn.steps.filter(isModel).map((step) => ids.model(step))]);

/**
 * Returns a session as calls: a thread with a turn for each message of the user, and its model and tool calls. What the
 * project has in another session is left out.
 */
export async function sessionItem(
  read: ReadSession,
  projectId: string,
  filePosition: string,
  storedThreads: StoredThreads,
): Promise<ImportItem> {
  const { session } = read;
  const [ids, earlier] = [new SessionIds(session, false), new SessionIds(session, true)];
  const [named, namedEarlier] = [namedBy(ids, session), namedBy(earlier, session)];
  const stored = await storedThreads([...new Set([...named, ...namedEarlier])]);
  const isEarlier = namedEarlier.some((id) => stored.has(id) && !named.includes(id));
  const converter = new SessionConverter(read, projectId, isEarlier ? earlier : ids, stored);
  const turns = converter.ownTurns();
  const steps = turns.flatMap((own) => own.steps);
  const leftOut = [...converter.copies].map(([thread, count]) => ({
    ...{ count, filePosition },
    reason: `A request that session ${thread} has too is counted there.`,
  }));
  return {
    kind: "item",
    filePosition,
    parts: converter.parts(turns),
    feedback: [],
    counts: {
      calls: turns.length + steps.length,
      conversations: 1,
      sessions: 1,
      userMessages: turns.filter(({ turn }) => turn.user !== null).length,
      modelCalls: steps.filter(isModel).length,
      toolResults: steps.filter((step) => !isModel(step) && step.result !== null).length,
    },
    reward: null,
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}
