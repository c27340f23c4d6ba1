"use client";

import { useState } from "react";
import { type AnswerTexts, loadAnswers, storeAnswers } from "@/lib/review/answer-drafts";
import { textsOf } from "@/lib/review/answers";
import type { Label } from "@/lib/review/labels";
import type { Question } from "@/lib/review/rubric";

/** The answers to the item on screen, as typed: those of this browser, else those that were saved. */
export function useAnswers(
  { queueId, itemId, userId }: { readonly queueId: string; readonly itemId: string; readonly userId: string },
  rubric: readonly Question[],
  own: readonly Label[],
): { readonly texts: AnswerTexts; readonly setText: (question: string, text: string) => void } {
  const [typed, setTyped] = useState<AnswerTexts | null>(() => loadAnswers(queueId, itemId, userId));
  const texts = typed ?? textsOf(rubric, own);
  return {
    texts,
    setText: (question, text) => {
      const next = { ...texts, [question]: text };
      setTyped(next);
      storeAnswers(queueId, itemId, userId, next);
    },
  };
}
