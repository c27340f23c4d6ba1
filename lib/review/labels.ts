import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { answerTypeOf } from "@/lib/api/contract/feedback/answer-rewards";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isMembers, textIn } from "@/lib/json/value/members";

const ANNOTATION = answerTypeOf("");

/** One answer of a reviewer. */
export interface Label {
  readonly feedbackId: string;
  /** The ref of the call or thread. */
  readonly subject: string;
  /** The name of the question's object. */
  readonly question: string;
  readonly reviewer: string;
  readonly value: unknown;
  readonly at: string;
}

/** A user who reviews, as far as the dashboard knows one. */
export interface Reviewer {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The ref that feedback about an item has. */
export function subjectOf(projectId: string, item: Pick<QueueItem, "kind" | "call_id" | "thread_id">): string {
  return item.kind === "thread"
    ? `weave:///${projectId}/thread/${item.thread_id}`
    : `weave:///${projectId}/call/${item.call_id}`;
}

/**
 * Reads answers from feedback. A reviewer is known by the id or the address of an account; others by what the record says.
 * Records without a value are no answers.
 */
export function readLabels(records: readonly unknown[], reviewers: readonly Reviewer[]): readonly Label[] {
  const idOf = new Map(reviewers.flatMap(({ id, email }) => [[id, id] as const, [email, id] as const]));
  return records.flatMap((record) => {
    if (!isMembers(record)) return [];
    const type = textIn(record, ["feedback_type"]) ?? "";
    const value = isMembers(record.payload) ? plainNumber(record.payload.value) : undefined;
    const subject = textIn(record, ["weave_ref"]);
    if (!type.startsWith(ANNOTATION) || value === undefined || value === null || subject === null) return [];
    const author = textIn(record, ["creator"]) || textIn(record, ["svc_user_id", "wb_user_id"]) || "";
    return [
      {
        feedbackId: textIn(record, ["id"]) ?? "",
        subject,
        question: type.slice(ANNOTATION.length),
        reviewer: idOf.get(author) ?? author,
        value,
        at: textIn(record, ["created_at"]) ?? "",
      },
    ];
  });
}

/** The newest answer of each reviewer, by subject and question. */
export type LabelIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Label[]>>;

/** Groups answers; of several of one reviewer to one question about one subject, the newest counts. */
export function indexLabels(labels: readonly Label[]): LabelIndex {
  const index = new Map<string, Map<string, Label[]>>();
  for (const label of labels) {
    const questions = index.get(label.subject) ?? new Map<string, Label[]>();
    index.set(label.subject, questions);
    const answers = questions.get(label.question) ?? [];
    const own = answers.findIndex(({ reviewer }) => reviewer === label.reviewer);
    if (own < 0) answers.push(label);
    else if ((answers[own]?.at ?? "") <= label.at) answers[own] = label;
    questions.set(label.question, answers);
  }
  return index;
}

const NONE: readonly Label[] = [];

/** The answers of all reviewers to a question about a subject. */
export function answersTo(index: LabelIndex, subject: string, question: string): readonly Label[] {
  return index.get(subject)?.get(question) ?? NONE;
}

/** Answers that are compared: objects and lists by their JSON text. */
export function comparable(value: unknown): string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
}
