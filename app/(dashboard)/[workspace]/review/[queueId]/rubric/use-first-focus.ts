import { useEffect } from "react";
import { choicesOf, type Question } from "@/lib/review/rubric";

/** Focuses the first question that takes single keys: a text field would take all keys. */
export function useFirstFocus(fields: ReadonlyMap<number, HTMLElement>, questions: readonly Question[]) {
  const first = questions.findIndex((question) => choicesOf(question).length > 0);
  // The outside system is the focus of the page, once for each item.
  useEffect(() => {
    if (first >= 0) fields.get(first)?.focus({ preventScroll: true });
  }, [fields, first]);
}
