import type { EnclosingCall } from "./enclosing-call";
import type { SpanPlace } from "./span-place";
import type { SpanTurn, TurnSpan } from "./span-threads";

const below = ({ id, traceId }: EnclosingCall): SpanPlace => ({ traceId, parentCallId: id, enclosingId: id });

/**
 * The places of the spans of one trace that ran in calls of the Weave SDK; see docs/adr/0068-every-token-once.md.
 *
 * A span without a parent is below the call that it names, and so is one whose parent ran in no call, and a request to a model whose
 * parent ran in another one: the call is between the two. Any other span stays below its parent, in the trace of the parent's
 * call. A place is decided once, with what has come by then: while the parent has not come, a request to a model is below the
 * call, and other spans stay below their parent.
 */
export class SpanPlaces {
  readonly #places = new Map<string, SpanPlace>();

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  of(spanId: string): SpanPlace | undefined {
    return this.#places.get(spanId);
  }

  /** Returns the turn of a span with its place. */
  placed<Turn extends SpanTurn>({ spanId }: TurnSpan, turn: Turn): Turn {
    const place = this.#places.get(spanId);
    return place === undefined ? turn : { ...turn, place };
  }

  /** Adds the place of a stored span. */
  restore(spanId: string, place: SpanPlace): void {
    this.#places.set(spanId, place);
  }

  /**
   * Decides the places of spans that are stored next.
   * @param hasCome says whether a span came in an earlier request
   */
  add(spans: readonly TurnSpan[], hasCome: (spanId: string) => boolean): void {
    if (this.isEmpty && !spans.some(({ enclosing }) => enclosing)) return;
    const added = new Map<string, TurnSpan>();
    for (const span of spans) if (!hasCome(span.spanId) && !added.has(span.spanId)) added.set(span.spanId, span);
    const decided = new Set<string>();
    for (const span of added.values()) {
      // Upwards to the first span whose place is known, then downwards: no recursion, however deep the trace is.
      const path: TurnSpan[] = [];
      for (let next: TurnSpan | undefined = span; next && !decided.has(next.spanId); ) {
        decided.add(next.spanId);
        path.push(next);
        next = added.get(next.parentId ?? "");
      }
      for (const each of path.reverse()) {
        const { parentId } = each;
        const place = this.#placeOf(each, parentId !== null && (added.has(parentId) || hasCome(parentId)));
        if (place) this.#places.set(each.spanId, place);
      }
    }
  }

  #placeOf({ parentId, enclosing }: TurnSpan, hasParent: boolean): SpanPlace | null {
    if (parentId === null) return enclosing && below(enclosing);
    const above = this.#places.get(parentId);
    if (!enclosing) return above ? { ...above, parentCallId: null } : null;
    const isOutside = hasParent && above?.traceId !== enclosing.traceId;
    const mayBeIts = enclosing.isRequest && above?.enclosingId !== enclosing.id;
    return isOutside || mayBeIts ? below(enclosing) : { ...below(enclosing), parentCallId: null };
  }
}
