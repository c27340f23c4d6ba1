"use client";

import { useSyncExternalStore } from "react";

const PHONE = "(max-width: 767px)";

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(PHONE);
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
}

/** True while the window is as narrow as a phone: lists then show three-line items. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
}
