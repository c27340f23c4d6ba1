import { isMembers } from "@/lib/json/value/members";
import { readStored, removeStored, writeStored } from "@/lib/storage/browser-storage";

/** Unsaved answers to an item, as typed, by question. */
export type AnswerTexts = Readonly<Record<string, string>>;

const keyOf = (queueId: string, itemId: string, userId: string) => `heddle.review.${queueId}.${itemId}.${userId}`;

/** Returns the unsaved answers that this browser has of an item; null for none. */
export function loadAnswers(queueId: string, itemId: string, userId: string): AnswerTexts | null {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(queueId, itemId, userId)) ?? "null");
    if (!isMembers(stored)) return null;
    return Object.fromEntries(
      Object.entries(stored).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
    );
  } catch {
    // Another program wrote there: the stored text is ignored.
    return null;
  }
}

/** Keeps unsaved answers for a later visit; null forgets them. */
export function storeAnswers(queueId: string, itemId: string, userId: string, answers: AnswerTexts | null): void {
  const key = keyOf(queueId, itemId, userId);
  if (answers === null) removeStored(key);
  else writeStored(key, JSON.stringify(answers));
}
