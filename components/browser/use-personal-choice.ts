"use client";

import { useCallback, useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage/browser-storage";

const CHANGED = "heddle-personal-choice";

function subscribe(notify: () => void): () => void {
  window.addEventListener(CHANGED, notify);
  window.addEventListener("storage", notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener("storage", notify);
  };
}

/** A choice of this user in this browser (density, widths); never part of the address. */
export function usePersonalChoice<Value extends string>(
  name: string,
  choices: readonly Value[],
  first: Value,
): [Value, (value: Value) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored(name),
    () => null,
  );
  const value = choices.find((choice) => choice === stored) ?? first;
  const choose = useCallback(
    (next: Value) => {
      writeStored(name, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [name],
  );
  return [value, choose];
}
