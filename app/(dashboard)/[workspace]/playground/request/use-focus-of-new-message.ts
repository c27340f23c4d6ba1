import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { DraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";

/**
 * Gives the focus to the first message that was added.
 *
 * @returns announces that the user adds a message; messages that are loaded take no focus
 */
export function useFocusOfNewMessage(
  list: RefObject<HTMLElement | null>,
  messages: readonly DraftMessage[] | null,
): () => void {
  const isWanted = useRef(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  // The outside system is the focus of the document.
  useEffect(() => {
    const added = messages?.findIndex(({ key }) => !known.current.has(key)) ?? -1;
    known.current = new Set(messages?.map(({ key }) => key));
    if (!isWanted.current || added < 0) return;
    isWanted.current = false;
    list.current?.children[added]?.querySelector("textarea")?.focus();
  }, [list, messages]);
  return useCallback(() => {
    isWanted.current = true;
  }, []);
}
