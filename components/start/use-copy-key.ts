"use client";

import { useEffect, useRef } from "react";
import { useToast } from "@/components/ui/toast";

/** True while text is selected or a field has the focus: copying then applies to that. */
function hasTextSelection(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) return true;
  return !(document.getSelection()?.isCollapsed ?? true);
}

/** Copies a text on the copy shortcut while nothing else is selected. */
export function useCopyKey(text: string, message: string): void {
  const toast = useToast();
  const current = useRef({ text, message, toast });
  useEffect(() => {
    current.current = { text, message, toast };
  });
  // The outside system is the browser's clipboard.
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      if (event.defaultPrevented || event.clipboardData === null || hasTextSelection()) return;
      event.clipboardData.setData("text/plain", current.current.text);
      event.preventDefault();
      current.current.toast(current.current.message);
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, []);
}
