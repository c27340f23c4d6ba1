import { type AttributeSource, firstAttribute } from "./attribute-source";
import { THREAD } from "./conventions/attribute-table";
import { pathsOf } from "./conventions/span-tables";
import type { EnclosingCall } from "./enclosing-call";
import { shortName } from "./short-name";
import type { SpanPlace } from "./span-place";

/** The thread of a call and the turn that it belongs to. */
export interface SpanTurn {
  readonly threadId: string | null;
  readonly turnId: string | null;
  /** By span id, the ids of calls of its trace that differ from it; absent without any. */
  readonly callIds?: ReadonlyMap<string, string>;
  /** Of a span whose call is in the trace of an SDK's call; absent for most spans. */
  readonly place?: SpanPlace;
}

/** The public servers' own spelling: its senders mark turns, so an unmarked span is not a turn. */
const MARKED_THREAD_PATHS = [THREAD["Weave and W&B"]];

/** The attributes in which conventions write the conversation of a span; the first one present counts. */
const THREAD_PATHS = pathsOf(THREAD);

/** Operations that are a turn of their conversation even if their caller is not in the request. */
const TURN_OPERATIONS: ReadonlySet<unknown> = new Set(["invoke_agent", "invoke_workflow"]);

const MAX_THREAD_ID_LENGTH = 256;

/** The conversation that a span's own attributes name. */
export interface ThreadFacts {
  readonly threadId: string | null;
  /** True or false when the sender states whether this span is a turn; null when it does not. */
  readonly isTurn: boolean | null;
  /** True for an operation that is a turn even if its caller is unknown. */
  readonly isTurnOperation: boolean;
}

/** The members of a span that decide which turn it belongs to. */
export interface TurnSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly isLocalRoot: boolean;
  readonly startMicros: number;
  readonly thread: ThreadFacts;
  /** The SDK's call in which it ran; null for most spans. */
  readonly enclosing: EnclosingCall | null;
}

/** Returns what a span's attributes say about its conversation. */
export function threadFacts(attributes: AttributeSource): ThreadFacts {
  const value = firstAttribute(attributes, THREAD_PATHS);
  const isTurn = isMarkedTurn(attributes);
  const isTurnOperation = TURN_OPERATIONS.has(attributes.at("gen_ai.operation.name"));
  if (value === undefined || typeof value === "object") return { threadId: null, isTurn, isTurnOperation };
  const isMarked = firstAttribute(attributes, MARKED_THREAD_PATHS) !== undefined;
  return {
    threadId: shortName(String(value), MAX_THREAD_ID_LENGTH),
    isTurn: isTurn ?? (isMarked ? false : null),
    isTurnOperation,
  };
}

function isMarkedTurn(attributes: AttributeSource): boolean | null {
  const value = attributes.at("wandb.is_turn");
  if (value === undefined || value === null) return null;
  return value === true || value === 1 || (typeof value === "string" && /^(true|1)$/i.test(value));
}

/** The turn of a span, decided by its known ancestors. */
export interface DecidedTurn extends SpanTurn {
  /** True when all ancestors up to the root of the trace in this process have arrived. */
  readonly isResolvedToRoot: boolean;
}

export const UNSEEN: DecidedTurn = { threadId: null, turnId: null, isResolvedToRoot: false };
export const ROOT: DecidedTurn = { threadId: null, turnId: null, isResolvedToRoot: true };

function decide(span: TurnSpan, above: DecidedTurn): DecidedTurn {
  const { isResolvedToRoot } = above;
  const { thread: named } = span;
  const threadId = named.threadId ?? above.threadId;
  const own = { threadId, turnId: span.spanId, isResolvedToRoot };
  if (threadId === null || named.isTurn === true) return threadId === null ? { ...own, turnId: null } : own;
  if (threadId === above.threadId) return { ...own, turnId: above.turnId };
  const isTop = isResolvedToRoot || named.isTurnOperation;
  return isTop && named.isTurn === null ? own : { ...own, turnId: null };
}

/**
 * Finds the turns of spans of one project.
 *
 * A sender that marks turns (`wandb.is_turn`) is trusted. Otherwise the topmost span that names a thread is the turn:
 * one that is a root here, or whose ancestors are all known and none of them names the thread, or is an agent's run.
 * Exporters send children before their parents and in several requests, so a model call whose ancestors are missing is
 * not taken for a turn, unless it is the top of its trace: its agent may follow. Spans below a turn belong to it.
 *
 * @param parentOf returns the decision about a parent that is not among the spans
 */
export function findTurns(
  spans: readonly TurnSpan[],
  parentOf: (span: TurnSpan) => DecidedTurn = () => UNSEEN,
): ReadonlyMap<TurnSpan, DecidedTurn> {
  const byId = new Map(spans.map((span) => [`${span.traceId}/${span.spanId}`, span]));
  const decided = new Map<TurnSpan, DecidedTurn>();
  for (const first of spans) {
    // Walks up to the first decided span, then decides downwards: no recursion, however deep the trace is.
    const path = new Set<TurnSpan>();
    let above: DecidedTurn | undefined;
    for (let span = first; ; ) {
      above = path.has(span) ? UNSEEN : decided.get(span);
      if (above) break;
      path.add(span);
      const parent = span.isLocalRoot ? undefined : byId.get(`${span.traceId}/${span.parentId}`);
      if (!parent) {
        above = span.isLocalRoot ? ROOT : parentOf(span);
        break;
      }
      span = parent;
    }
    for (const next of [...path].reverse()) {
      above = decide(next, above);
      decided.set(next, above);
    }
  }
  return decided;
}

const isEarlier = (one: TurnSpan, other: TurnSpan): boolean =>
  one.startMicros < other.startMicros || (one.startMicros === other.startMicros && one.spanId < other.spanId);

/** Returns the span that started first; null without any. Of equal starts, the order in which they came says nothing. */
export function firstSpan(spans: Iterable<TurnSpan>): TurnSpan | null {
  let first: TurnSpan | null = null;
  for (const span of spans) if (first === null || isEarlier(span, first)) first = span;
  return first;
}

/** False for a span whose call is below that of an SDK, in the trace of that. */
export const mayBeTop = ({ enclosing }: TurnSpan): boolean => enclosing === null;

/**
 * Returns the span at the top of a trace whose root has not come: the first of those whose parent has not come, or of
 * all in a circle. Null for a trace with its root.
 * @param spans of one trace
 */
export function topWithoutRoot(spans: readonly TurnSpan[]): TurnSpan | null {
  if (spans.some(({ parentId }) => parentId === null)) return null;
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const own = spans.filter(mayBeTop);
  return firstSpan(own.filter(({ parentId }) => !ids.has(parentId ?? ""))) ?? firstSpan(own);
}

/** The same as {@link findTurns} for the spans of one trace, before which nothing came. */
export function findTurnsOfTrace(spans: readonly TurnSpan[], top = topWithoutRoot(spans)) {
  return findTurns(spans, (span) => (span === top ? ROOT : UNSEEN));
}
