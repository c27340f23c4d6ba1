import { useEffect } from "react";

/** Text typed into a dialog whose code is still loading. */
let typed = "";

const FIELDS = 'textarea, input:not([type]), input[type="text"], input[type="search"]';

type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** Remembers a key that was pressed in a dialog before its fields are there. */
export function typeAhead({ key, ctrlKey, metaKey, altKey }: PressedKey): void {
  if (ctrlKey || metaKey || altKey) return;
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key.length === 1) typed += key;
}

export function forgetTyped(): void {
  typed = "";
}

/**
 * Once a dialog is drawn, types into its field with the focus what was typed before the field was there. A dialog
 * without such a field drops it.
 */
export function useTypedAhead(isDrawn: boolean): void {
  // The outside system is the focus, which the dialog moves after it was drawn.
  useEffect(() => {
    if (!isDrawn) return;
    const frame = requestAnimationFrame(insertTyped);
    return () => cancelAnimationFrame(frame);
  }, [isDrawn]);
}

function insertTyped(): void {
  const field = document.activeElement;
  // The code that draws dialogs is still missing.
  if (field?.closest("[data-loading]")) return;
  const text = typed;
  typed = "";
  if (text === "" || !field?.matches(FIELDS)) return;
  const input = field as HTMLInputElement | HTMLTextAreaElement;
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
