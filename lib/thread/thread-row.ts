import type { Thread } from "@/lib/api/contract/calls/threads";
import { type DurationAxisScale, durationScale } from "@/lib/chart/duration-scale";
import { parseTime } from "@/lib/format/time";
import type { RowScores } from "@/lib/score/row-scores";
import type { RowTone } from "@/lib/table/row-tone";
import type { LoadedRow } from "./loaded-rows";
import type { ThreadPreview, ThreadPreviews } from "./read-thread-previews";
import type { ThreadFacts } from "./thread-facts";
import type { ThreadFigures } from "./thread-figures";

/** The state of a row's messages: not supported by the service, loading, unreadable, or loaded. */
type RowMessages =
  | { readonly kind: "not-offered" }
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "read"; readonly preview: ThreadPreview };

/** One thread as the list shows it. */
export interface ThreadRow {
  readonly id: string;
  readonly turnCount: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly startedMs: number | null;
  readonly updatedMs: number | null;
  readonly messages: RowMessages;
  /** Null while they are loading, "failed" when they could not be loaded. */
  readonly scores: RowScores;
  readonly figures: LoadedRow<ThreadFigures>;
  readonly facts: LoadedRow<ThreadFacts>;
  readonly isSlow: boolean;
  readonly nowMs: number;
}

/** The durations of all loaded threads. */
export interface ThreadScale {
  readonly axis: DurationAxisScale;
  /** Nine of ten threads have a p99 of no more than this; null when there are too few. */
  readonly slowFromMs: number | null;
}

/** Below this many threads a tenth of them means nothing. */
const MIN_THREADS_FOR_SCALE = 10;
const SLOW_SHARE = 0.9;

/** The shared axis of the range bars, and the threshold for slow threads. */
export function threadScale(threads: readonly Thread[]): ThreadScale {
  // A typed array sorts a hundred thousand in a few milliseconds: rows may still be streaming in.
  const p99s = new Float64Array(threads.length);
  let count = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (const { p50_turn_duration_ms: p50, p99_turn_duration_ms: p99 } of threads) {
    if (typeof p50 === "number" && p50 >= 0) shortest = Math.min(shortest, p50);
    if (typeof p99 !== "number") continue;
    p99s[count] = p99;
    count += 1;
  }
  const sorted = p99s.subarray(0, count).sort();
  const axis = durationScale([shortest, sorted.at(-1)]);
  const slowFromMs = count < MIN_THREADS_FOR_SCALE ? null : (sorted[Math.ceil(count * SLOW_SHARE) - 1] ?? null);
  return { axis, slowFromMs };
}

/** Returns a thread as its row shows it. */
export function threadRow(
  thread: Thread,
  previews: ThreadPreviews,
  scale: ThreadScale,
  nowMs: number,
  { scores = [], figures = null, facts = null }: Partial<Pick<ThreadRow, "scores" | "figures" | "facts">> = {},
): ThreadRow {
  const p99Ms = thread.p99_turn_duration_ms ?? null;
  return {
    id: thread.thread_id,
    turnCount: thread.turn_count,
    p50Ms: thread.p50_turn_duration_ms ?? null,
    p99Ms,
    startedMs: parseTime(thread.start_time),
    updatedMs: parseTime(thread.last_updated),
    scores,
    figures,
    facts,
    messages: messagesOf(thread.thread_id, previews),
    isSlow: p99Ms !== null && scale.slowFromMs !== null && p99Ms > scale.slowFromMs,
    nowMs,
  };
}

function messagesOf(id: string, { byThread, failures, isUnsupported }: ThreadPreviews): RowMessages {
  if (isUnsupported) return { kind: "not-offered" };
  const preview = byThread.get(id);
  if (preview) return { kind: "read", preview };
  const reason = failures.get(id);
  return reason === undefined ? { kind: "waiting" } : { kind: "failed", reason };
}

/** Returns the messages of a row as text to search; null while they have not been read. */
export function searchableText(preview: ThreadPreview | undefined): string | null {
  if (!preview) return null;
  return [preview.first?.text, preview.last?.text, preview.exception, preview.by]
    .filter((text) => text)
    .join("\n")
    .toLowerCase();
}

/** The color of the row's edge, by the status of its last turn. */
export function threadRowTone({ messages }: ThreadRow): RowTone {
  if (messages.kind !== "read") return null;
  const { lastStatus } = messages.preview;
  if (lastStatus === "error") return "error";
  return lastStatus === "running" ? "running" : null;
}
