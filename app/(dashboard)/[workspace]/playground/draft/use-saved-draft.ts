"use client";

import { useEffect, useRef, useState } from "react";
import type { Draft } from "./draft";
import { draftText, parseDraft } from "./stored-draft";

/** Typing goes on for so long before what was typed is kept. */
const SAVE_DELAY_MS = 400;

/** Where things of a person in a workspace are kept in this browser. */
export interface DraftAddress {
  readonly workspaceId: string;
  readonly personId: string;
}

const keyOf = ({ workspaceId, personId }: DraftAddress) => `heddle-playground-${workspaceId}-${personId}`;

/** The draft that this tab had, else the one of the last tab; null when there is none. */
export function loadDraft(address: DraftAddress): Draft | null {
  const key = keyOf(address);
  return parseDraft(window.sessionStorage.getItem(key)) ?? parseDraft(window.localStorage.getItem(key));
}

/** Keeps a draft. False when the browser has no room for it. */
function saveDraft(address: DraftAddress, draft: Draft): boolean {
  const key = keyOf(address);
  const text = draftText(draft);
  try {
    window.sessionStorage.setItem(key, text);
    window.localStorage.setItem(key, text);
    return true;
  } catch {
    // Full, or not permitted: the page says that a reload would lose the draft.
    return false;
  }
}

/** Keeps what is typed, shortly after a pause and when the page is left. Answers whether there is room for it. */
export function useSavedDraft(address: DraftAddress, draft: Draft): boolean {
  const [isKept, setIsKept] = useState(true);
  const unkept = useRef<Draft | null>(null);
  const { workspaceId, personId } = address;
  // The outside system is this browser's storage.
  useEffect(() => {
    const keep = () => {
      if (unkept.current === null) return;
      setIsKept(saveDraft({ workspaceId, personId }, unkept.current));
      unkept.current = null;
    };
    unkept.current = draft;
    const timer = setTimeout(keep, SAVE_DELAY_MS);
    window.addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
    };
  }, [workspaceId, personId, draft]);
  // Leaving by a link ends the component, not the page.
  useEffect(
    () => () => {
      if (unkept.current !== null) saveDraft({ workspaceId, personId }, unkept.current);
    },
    [workspaceId, personId],
  );
  return isKept;
}
