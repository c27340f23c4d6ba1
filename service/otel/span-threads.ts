import type { Attributes } from "./attribute-values";
import { attributeAt, firstAttribute } from "./expand-attributes";
import { shortName } from "./short-name";
import type { Span } from "./span";

/** The thread of a call and the turn that it belongs to. */
export interface SpanTurn {
  readonly threadId: string | null;
  readonly turnId: string | null;
}

/** The public servers' own spelling: its senders mark turns, so an unmarked span is not a turn. */
const MARKED_THREAD_PATH = "wandb.thread_id";

/** The attributes in which other conventions write the conversation of a span; the first one present counts. */
const THREAD_PATHS = [
  "gcp.vertex.agent.session_id",
  "gen_ai.conversation.id",
  "session.id",
  "mlflow.trace.session",
  "traceloop.association.properties.thread_id",
  "traceloop.association.properties.session_id",
  "traceloop.association.properties.chat_id",
  "ai.telemetry.metadata.threadId",
  "ai.telemetry.metadata.sessionId",
  "langfuse.session.id",
] as const;

/** Operations that are a turn of their conversation even if their caller is not in the request. */
const TURN_OPERATIONS: ReadonlySet<unknown> = new Set(["invoke_agent", "invoke_workflow"]);

const MAX_THREAD_ID_LENGTH = 256;

interface ThreadName {
  readonly threadId: string | null;
  /** True or false when the sender states whether this span is a turn; null when it does not. */
  readonly isTurn: boolean | null;
}

function threadOf({ attributes }: Span): ThreadName {
  const value = firstAttribute(attributes, [MARKED_THREAD_PATH, ...THREAD_PATHS]);
  if (value === undefined || typeof value === "object") return { threadId: null, isTurn: isMarkedTurn(attributes) };
  const isMarked = firstAttribute(attributes, [MARKED_THREAD_PATH]) !== undefined;
  return {
    threadId: shortName(String(value), MAX_THREAD_ID_LENGTH),
    isTurn: isMarkedTurn(attributes) ?? (isMarked ? false : null),
  };
}

function isMarkedTurn(attributes: Attributes): boolean | null {
  const value = attributeAt(attributes, "wandb.is_turn");
  if (value === undefined || value === null) return null;
  return value === true || value === 1 || (typeof value === "string" && /^(true|1)$/i.test(value));
}

interface Decided extends SpanTurn {
  /** All ancestors up to the root of the trace in this process are in this request. */
  readonly isResolvedToRoot: boolean;
}

const UNSEEN: Decided = { threadId: null, turnId: null, isResolvedToRoot: false };
const ROOT: Decided = { threadId: null, turnId: null, isResolvedToRoot: true };

function decide(span: Span, above: Decided): Decided {
  const { isResolvedToRoot } = above;
  const named = threadOf(span);
  const threadId = named.threadId ?? above.threadId;
  const own = { threadId, turnId: span.spanId, isResolvedToRoot };
  if (threadId === null || named.isTurn === true) return threadId === null ? { ...own, turnId: null } : own;
  if (threadId === above.threadId) return { ...own, turnId: above.turnId };
  const isTop = isResolvedToRoot || TURN_OPERATIONS.has(attributeAt(span.attributes, "gen_ai.operation.name"));
  return isTop && named.isTurn === null ? own : { ...own, turnId: null };
}

/**
 * Finds the turns in the spans of one request.
 *
 * A sender that marks turns (`wandb.is_turn`) is trusted. Otherwise the topmost span that names a thread is the turn:
 * one that is a root here, or has all its ancestors in this request and none of them names the thread, or is an agent's
 * run. Exporters send children before their parents and in several requests, so a model call whose ancestors are
 * missing is not taken for a turn: its agent may follow. Spans below a turn seen here belong to it.
 */
export function findTurns(spans: readonly Span[]): ReadonlyMap<Span, SpanTurn> {
  const byId = new Map(spans.map((span) => [`${span.traceId}/${span.spanId}`, span]));
  const decided = new Map<Span, Decided>();
  for (const first of spans) {
    // Walks up to the first decided span, then decides downwards: no recursion, however deep the trace is.
    const path = new Set<Span>();
    let above: Decided | undefined;
    for (let span: Span | undefined = first; above === undefined; ) {
      if (!span || path.has(span)) above = UNSEEN;
      else {
        above = decided.get(span);
        if (above) break;
        path.add(span);
        if (span.isLocalRoot) above = ROOT;
        else span = byId.get(`${span.traceId}/${span.parentId}`);
      }
    }
    for (const next of [...path].reverse()) {
      above = decide(next, above);
      decided.set(next, above);
    }
  }
  return decided;
}
