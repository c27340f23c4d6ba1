"use client";

import { useEffect, useRef } from "react";

/** Keys and their actions: `j`, `Shift+d`, `Mod+k` (Command or Control), `g t` (one after the other). */
export type KeyBindings = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const SEQUENCE_MS = 1200;

/** Starts "go to": the next key never has its own action, wherever the sequence is handled. */
const GO_TO = "g";

/** The parts of a key event that identify the key. */
type Pressed = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey" | "shiftKey">;

/** The name of a pressed key: `j`, `Shift+d`, `Mod+k`, `?`, `Enter`. Shift is named only for letters and named keys. */
export function keyName(event: Pressed): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isLetter = /^\p{L}$/u.test(key);
  const shift = event.shiftKey && (isLetter || key.length > 1) ? "Shift+" : "";
  const modifier = event.metaKey || event.ctrlKey ? "Mod+" : "";
  return `${modifier}${event.altKey ? "Alt+" : ""}${shift}${key}`;
}

/** True when the focused element handles the key: a text field, a list of choices, an open menu. */
export function isHandledByFocusedElement(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input:not([type=checkbox]), textarea, select, [contenteditable=true]")) return true;
  if (target.closest("[role=dialog], [role=menu], [role=listbox], [role=combobox]")) return true;
  const isPress = key === "Enter" || key === "Space";
  return isPress && target.closest("button, a, [role=checkbox], [role=tab], [role=switch]") !== null;
}

/**
 * Listens to keys of the page while the component is mounted. Single keys are off while the focus is in a text field;
 * keys with a modifier always work.
 */
export function useKeys(bindings: KeyBindings): void {
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  // The outside system is the window's keyboard.
  useEffect(() => {
    let first = "";
    let firstAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.key === "Shift") return;
      const name = keyName(event);
      if (!name.startsWith("Mod+") && isHandledByFocusedElement(event.target, name)) return;
      const isFresh = event.timeStamp - firstAt < SEQUENCE_MS;
      const single = isFresh && first === GO_TO ? undefined : current.current[name];
      const handler = (isFresh ? current.current[`${first} ${name}`] : undefined) ?? single;
      first = name;
      firstAt = event.timeStamp;
      if (!handler) return;
      event.preventDefault();
      handler(event);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
