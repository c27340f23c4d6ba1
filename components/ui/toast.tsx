"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { loadedLater } from "./loaded-later";
import type { ToastMessage } from "./toast-message";

type ShowToast = (text: string, tone?: "ok" | "warning") => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows one sentence about a completed action. A service failure appears where it failed, never in a toast. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/** Each toast tries again to load it. Without its code a toast stays away: what it would say has happened. */
const ToastList = loadedLater(async () => (await import("./toast-list")).ToastList);

/** Loads what draws toasts. */
export const preloadToasts = ToastList.preload;

/** Shows the toasts of its children. What draws them loads with the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[] | null>(null);
  const nextId = useRef(0);
  const showToast = useCallback<ShowToast>((text, tone = "ok") => {
    nextId.current += 1;
    const message = { id: nextId.current, text, tone };
    setMessages((shown) => [...(shown ?? []).slice(-2), message]);
    void ToastList.preload();
  }, []);
  const dismiss = useCallback(
    (id: number) => setMessages((shown) => (shown ?? []).filter((candidate) => candidate.id !== id)),
    [],
  );
  return (
    <ToastContext value={showToast}>
      {children}
      {messages === null ? null : <ToastList messages={messages} onDismiss={dismiss} />}
    </ToastContext>
  );
}
