import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { answersTo, comparable, type LabelIndex, subjectOf } from "./labels";
import type { Question } from "./rubric";

/** How an item is drawn: reviewed by all it needs, by some, with different answers, skipped by the reader, or not yet. */
export type ItemState = "reviewed" | "partly" | "disagree" | "skipped" | "open" | "missing";

/** The states of one item by user; on a public server, only the reader's own. */
function reviewsOf({ reviews, annotation_state }: QueueItem, reader: string) {
  return reviews ?? [{ user_id: reader, annotation_state }];
}

/** The number of reviews that each item of a queue needs. */
function neededReviews({ reviews_per_item, assignees }: AnnotationQueue): number {
  return reviews_per_item ?? Math.max(1, assignees?.length ?? 0);
}

/** Questions whose answers are compared: free text differs always. */
export const comparedQuestions = (rubric: readonly Question[]) => rubric.filter(({ field }) => field.kind !== "text");

/** True when two reviewers answered a question differently. */
function isDisagreed(subject: string, rubric: readonly Question[], labels: LabelIndex): boolean {
  return comparedQuestions(rubric).some(
    ({ name }) => new Set(answersTo(labels, subject, name).map(({ value }) => comparable(value))).size > 1,
  );
}

/**
 * True when the reader may see the answers of others: after giving their own, or once the item has all the reviews it
 * needs from others.
 */
export function areOthersShown(item: QueueItem, queue: AnnotationQueue, reader: string): boolean {
  if (item.annotation_state === "completed" || item.annotation_state === "skipped") return true;
  const completed = reviewsOf(item, reader).filter(
    ({ user_id, annotation_state }) => user_id !== reader && annotation_state === "completed",
  ).length;
  return queue.reviews_per_item != null && completed >= queue.reviews_per_item;
}

interface Judged {
  readonly projectId: string;
  readonly queue: AnnotationQueue;
  readonly rubric: readonly Question[];
  readonly labels: LabelIndex;
  readonly reader: string;
}

export function itemState(item: QueueItem, { projectId, queue, rubric, labels, reader }: Judged): ItemState {
  const reviews = reviewsOf(item, reader);
  const completed = reviews.filter(({ annotation_state }) => annotation_state === "completed").length;
  if (completed > 1 && areOthersShown(item, queue, reader) && isDisagreed(subjectOf(projectId, item), rubric, labels))
    return "disagree";
  if (item.annotation_state === "skipped") return "skipped";
  if (completed > 0) return completed >= neededReviews(queue) ? "reviewed" : "partly";
  return item.is_missing === true ? "missing" : "open";
}

/** A claim is forgotten after this time: its reviewer closed the page. */
const CLAIM_MS = 30 * 60_000;

/** True when the reader can review an item now: it is not done, still there, and others leave a review over. */
export function isOpenFor(item: QueueItem, queue: AnnotationQueue, reader: string, nowMs: number): boolean {
  if (item.is_missing === true) return false;
  if (item.annotation_state === "completed" || item.annotation_state === "skipped") return false;
  const taken = reviewsOf(item, reader).filter(
    ({ user_id, annotation_state, ...review }) =>
      user_id !== reader &&
      (annotation_state === "completed" ||
        (annotation_state === "in_progress" &&
          "updated_at" in review &&
          nowMs - Date.parse(String(review.updated_at)) < CLAIM_MS)),
  ).length;
  // Without a number, each reviewer reviews everything.
  return queue.reviews_per_item == null || taken < queue.reviews_per_item;
}

/** Returns the index of the next item that the reader can review after one, from the start again at the end; -1 for none. */
export function nextOpen(
  items: readonly QueueItem[],
  after: number,
  { queue, reader, nowMs }: { readonly queue: AnnotationQueue; readonly reader: string; readonly nowMs: number },
): number {
  for (let step = 1; step <= items.length; step += 1) {
    const at = (after + step + items.length) % items.length;
    const item = items[at];
    if (item && at !== after && isOpenFor(item, queue, reader, nowMs)) return at;
  }
  return -1;
}

/** The pace of the reader: the median pause between two reviews, without breaks. Null below three reviews. */
export function medianPaceMs(items: readonly QueueItem[], reader: string): number | null {
  const times = items
    .flatMap((item) => item.reviews ?? [])
    .filter(({ user_id, annotation_state }) => user_id === reader && annotation_state === "completed")
    .map(({ updated_at }) => Date.parse(updated_at))
    .sort((left, right) => left - right);
  const pauses = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .filter((pause) => pause > 0 && pause < CLAIM_MS)
    .sort((left, right) => left - right);
  return pauses.length < 2 ? null : (pauses[Math.floor(pauses.length / 2)] ?? null);
}
