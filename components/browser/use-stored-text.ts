"use client";

import { useCallback, useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "@/lib/storage/browser-storage";

/** The browser tells other tabs of a change; this tells the tab itself. */
const CHANGED = "heddle-stored-text";

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

/** The text that this browser keeps under a name, and a function that stores another one or removes it by null. */
export function useStoredText(name: string): [string | null, (text: string | null) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored(name),
    () => null,
  );
  const store = useCallback(
    (text: string | null) => {
      if (text === null) removeStored(name);
      else writeStored(name, text);
      window.dispatchEvent(new Event(CHANGED));
    },
    [name],
  );
  return [stored, store];
}
