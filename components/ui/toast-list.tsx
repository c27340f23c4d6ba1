"use client";

import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import type { ToastMessage } from "./toast-message";

const TOAST_DURATION_MS = 5000;

type ToastListProps = { messages: readonly ToastMessage[]; onDismiss: (id: number) => void };

/** The toasts on the screen, newest last. */
export function ToastList({ messages, onDismiss }: ToastListProps) {
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right">
      {messages.map((message) => (
        <Radix.Root
          key={message.id}
          onOpenChange={(isOpen) => {
            if (!isOpen) onDismiss(message.id);
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
  );
}
