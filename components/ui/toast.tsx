"use client";

import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";

const TOAST_DURATION_MS = 5000;

interface Message {
  readonly id: number;
  readonly text: string;
  readonly tone: "ok" | "warning";
}

type ShowToast = (text: string, tone?: "ok" | "warning") => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows one sentence about a completed action. A service failure appears where it failed, never in a toast. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const nextId = useRef(0);
  const showToast = useCallback<ShowToast>((text, tone = "ok") => {
    nextId.current += 1;
    const message = { id: nextId.current, text, tone };
    setMessages((shown) => [...shown.slice(-2), message]);
  }, []);
  return (
    <ToastContext value={showToast}>
      <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right">
        {children}
        {messages.map((message) => (
          <Radix.Root
            key={message.id}
            onOpenChange={(isOpen) => {
              if (!isOpen) setMessages((shown) => shown.filter((candidate) => candidate.id !== message.id));
            }}
            className="animate-rise grid grid-cols-[14px_1fr_auto] items-center gap-x-[9px] rounded-panel bg-surface py-[9px] pr-2 pl-3 text-small shadow-pop"
          >
            <StatusGlyph status={message.tone} label="" />
            <Radix.Title className="font-medium">{message.text}</Radix.Title>
            <Radix.Close
              aria-label="Dismiss"
              className="grid size-6 place-items-center rounded-chip text-ink-2 hover:bg-hover"
            >
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed right-4 bottom-10 z-50 grid w-[340px] max-w-[calc(100vw-32px)] gap-2.5 outline-none max-md:bottom-16" />
      </Radix.Provider>
    </ToastContext>
  );
}
