import {
  type DecidedTurn,
  findTurns,
  findTurnsOfTrace,
  firstSpan,
  mayBeTop,
  ROOT,
  type SpanTurn,
  type TurnSpan,
  topWithoutRoot,
  UNSEEN,
} from "@/service/traces/otel/span-threads";

/** A received span with its current turn. */
interface KeptSpan {
  readonly span: TurnSpan;
  /** Whether its row says that it is a turn. */
  isStoredTurn: boolean;
  decided: DecidedTurn;
}

/** The turn of a span that is stored, as readers see it. */
export interface StoredTurn extends SpanTurn {
  readonly isStoredTurn: boolean;
  /** Whether readers see it as the top of its trace. */
  readonly isStoredTop: boolean;
}

/** A call that becomes the top of a trace without a root, or is one no more. */
interface ChangedTop {
  readonly spanId: string;
  readonly isTop: boolean;
}

/** A call whose stored turn changes. */
export interface ChangedTurn extends SpanTurn {
  readonly spanId: string;
  /** True if the call is a turn and its row says otherwise, or vice versa. */
  readonly changesKind: boolean;
}

const isTurn = (spanId: string, { threadId, turnId }: SpanTurn) => threadId !== null && turnId === spanId;

const isSame = (one: SpanTurn, other: SpanTurn) => one.threadId === other.threadId && one.turnId === other.turnId;

/** A copy, since a span of a request retains the bytes of the request. */
const keptSpan = (
  { traceId, spanId, parentId, isLocalRoot, startMicros, thread, enclosing }: TurnSpan,
  decided: DecidedTurn,
): KeptSpan => ({
  span: { traceId, spanId, parentId, isLocalRoot, startMicros, thread, enclosing },
  isStoredTurn: isTurn(spanId, decided),
  decided,
});

/** The received spans of one trace with their current turns. */
export class TraceTurns {
  /** Spans that are not indexed by id yet: most traces arrive in one request. */
  #unsorted: KeptSpan[] = [];
  readonly #spans = new Map<string, KeptSpan>();
  /** By the id of their parent. */
  readonly #children = new Map<string, TurnSpan[]>();
  /** Spans whose parent has not come, by the id of that parent. */
  readonly #orphans = new Map<string, TurnSpan[]>();
  #hasRoot = false;
  /** The span at the top while the root has not come. */
  #topId: string | null = null;
  readonly #storedTops = new Set<string>();

  get size(): number {
    return this.#spans.size + this.#unsorted.length;
  }

  has(spanId: string): boolean {
    this.#sort();
    return this.#spans.has(spanId);
  }

  /**
   * Adds stored spans.
   * @param stored their turns as readers see them
   * @returns those whose turn is another one
   */
  restore(stored: ReadonlyMap<TurnSpan, StoredTurn>): ChangedTurn[] {
    for (const [span, { threadId, turnId, isStoredTurn, isStoredTop }] of stored) {
      this.#keep({ ...keptSpan(span, { ...UNSEEN, threadId, turnId }), isStoredTurn });
      if (isStoredTop) this.#storedTops.add(span.spanId);
    }
    this.#topId = this.#findTop();
    return this.#decide([...stored.keys()].map(({ spanId }) => spanId));
  }

  /**
   * Adds spans that are stored next. The first of several spans with one id counts.
   * @param turns gets their turns
   * @returns the spans of earlier requests whose turn changes
   */
  add(spans: readonly TurnSpan[], turns: Map<TurnSpan, SpanTurn>): ChangedTurn[] {
    if (this.size === 0) {
      const top = topWithoutRoot(spans);
      this.#topId = top?.spanId ?? null;
      for (const [span, decided] of findTurnsOfTrace(spans, top)) {
        turns.set(span, decided);
        this.#unsorted.push(keptSpan(span, decided));
      }
      return [];
    }
    this.#sort();
    const added = new Set<string>();
    for (const span of spans) {
      if (this.#spans.has(span.spanId)) continue;
      this.#keep(keptSpan(span, UNSEEN));
      added.add(span.spanId);
    }
    const topBefore = this.#topId;
    this.#topId = this.#findTop();
    const tops = topBefore === this.#topId ? [] : [topBefore, this.#topId].filter((id) => id !== null);
    const changed = this.#decide([...added, ...tops]).filter(({ spanId }) => !added.has(spanId));
    for (const span of spans) {
      const kept = this.#spans.get(span.spanId);
      turns.set(span, kept?.decided ?? UNSEEN);
      if (kept && added.has(span.spanId)) kept.isStoredTurn = isTurn(span.spanId, kept.decided);
    }
    return changed;
  }

  /** Returns which spans became the top of the trace, or are it no more, since this was last called. */
  takeTopChanges(): ChangedTop[] {
    const changes: ChangedTop[] = [];
    for (const spanId of this.#storedTops) if (spanId !== this.#topId) changes.push({ spanId, isTop: false });
    for (const { spanId } of changes) this.#storedTops.delete(spanId);
    if (this.#topId === null || this.#storedTops.has(this.#topId)) return changes;
    this.#storedTops.add(this.#topId);
    return [...changes, { spanId: this.#topId, isTop: true }];
  }

  #sort(): void {
    for (const kept of this.#unsorted) this.#keep(kept);
    this.#unsorted = [];
  }

  #findTop(): string | null {
    if (this.#hasRoot) return null;
    const first = firstSpan([...this.#orphans.values()].flat().filter(mayBeTop));
    const all = () => [...this.#spans.values()].map(({ span }) => span).filter(mayBeTop);
    return (first ?? firstSpan(all()))?.spanId ?? null;
  }

  #keep(kept: KeptSpan): void {
    const { spanId, parentId, isLocalRoot } = kept.span;
    if (this.#spans.has(spanId)) return;
    this.#spans.set(spanId, kept);
    this.#hasRoot ||= parentId === null;
    this.#orphans.delete(spanId);
    if (parentId !== null && !this.#spans.has(parentId)) {
      const orphans = this.#orphans.get(parentId);
      if (orphans) orphans.push(kept.span);
      else this.#orphans.set(parentId, [kept.span]);
    }
    if (isLocalRoot || parentId === null) return;
    const siblings = this.#children.get(parentId);
    if (siblings) siblings.push(kept.span);
    else this.#children.set(parentId, [kept.span]);
  }

  /** Decides spans and all below them. @returns those whose turn changed */
  #decide(ids: Iterable<string>): ChangedTurn[] {
    const affected = new Set<string>(ids);
    // Iterating a set includes members that are added meanwhile.
    for (const id of affected) for (const { spanId } of this.#children.get(id) ?? []) affected.add(spanId);
    const kept = [...affected].flatMap((id) => this.#spans.get(id) ?? []);
    const parentOf = ({ spanId, parentId }: TurnSpan) =>
      this.#spans.get(parentId ?? "")?.decided ?? (spanId === this.#topId ? ROOT : UNSEEN);
    const turns = findTurns(
      kept.map(({ span }) => span),
      parentOf,
    );
    const changed: ChangedTurn[] = [];
    for (const each of kept) {
      const decided = turns.get(each.span) ?? UNSEEN;
      const { threadId, turnId } = decided;
      const { spanId } = each.span;
      const changesKind = isTurn(spanId, decided) !== each.isStoredTurn;
      if (!isSame(decided, each.decided)) changed.push({ spanId, threadId, turnId, changesKind });
      each.decided = decided;
    }
    return changed;
  }
}
