"use client";

import { useEffect, useRef, useState } from "react";
import { readStored, writeStored } from "@/lib/storage/browser-storage";
import type { Draft } from "./draft";
import { draftText, parseDraft } from "./stored-draft";

/** Typed text is saved after a pause of this length. */
const SAVE_DELAY_MS = 400;

/** The storage key prefix for a user's data in a workspace. */
export interface DraftAddress {
  readonly workspaceId: string;
  readonly personId: string;
}

const keyOf = ({ workspaceId, personId }: DraftAddress) => `heddle-playground-${workspaceId}-${personId}`;

/** Loads the draft of this tab, else of the last tab; null when there is none. */
export function loadDraft(address: DraftAddress): Draft | null {
  const key = keyOf(address);
  return parseDraft(readStored(key, "session")) ?? parseDraft(readStored(key));
}

/** Saves a draft. Returns false when browser storage is full. */
function saveDraft(address: DraftAddress, draft: Draft): boolean {
  const key = keyOf(address);
  const text = draftText(draft);
  // Where storage is full or blocked, the page warns that a reload would lose the draft.
  return writeStored(key, text, "session") && writeStored(key, text);
}

/** Saves the draft shortly after a pause and when the page is left. Returns whether it fits into browser storage. */
export function useSavedDraft(address: DraftAddress, draft: Draft): boolean {
  const [isKept, setIsKept] = useState(true);
  const unkept = useRef<Draft | null>(null);
  const { workspaceId, personId } = address;
  // The external system is this browser's storage.
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
  // Following a link unmounts the component without unloading the page.
  useEffect(
    () => () => {
      if (unkept.current !== null) saveDraft({ workspaceId, personId }, unkept.current);
    },
    [workspaceId, personId],
  );
  return isKept;
}
