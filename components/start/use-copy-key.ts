"use client";

import { useEffect, useRef } from "react";
import { useToast } from "@/components/ui/toast";

/** Whether a person has chosen a text, or stands in a field: then copying means that. */
function hasTextSelection(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) return true;
  return !(document.getSelection()?.isCollapsed ?? true);
}

/** Copies a text when the keys for copying are pressed and nothing else is chosen. */
export function useCopyKey(text: string, said: string): void {
  const toast = useToast();
  const current = useRef({ text, said, say: toast });
  useEffect(() => {
    current.current = { text, said, say: toast };
  });
  // The outside system is the browser's clipboard.
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (event.defaultPrevented || event.clipboardData === null || hasTextSelection()) return;
      event.clipboardData.setData("text/plain", current.current.text);
      event.preventDefault();
      current.current.say(current.current.said);
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, []);
}
