"use client";

import { useEffect, useRef } from "react";
import type { KeyGroupId, KeyOf } from "./key-table";

type KeyHandler = (event: KeyboardEvent) => void;

/** The handlers of the keys of a group; a key without a handler does nothing. */
type KeyHandlers<Group extends KeyGroupId> = { readonly [Key in KeyOf<Group>]?: KeyHandler | undefined };

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

const RANGE = /^(\d)-(\d)$/;

/** The keys of a name: the digits of a range, otherwise the name itself. */
function keysOf(name: string): readonly string[] {
  const [, first, last] = (RANGE.exec(name) ?? []).map(Number);
  if (first === undefined || last === undefined) return [name];
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

function handlersByKey<Group extends KeyGroupId>(handlers: KeyHandlers<Group>): ReadonlyMap<string, KeyHandler> {
  const byKey = new Map<string, KeyHandler>();
  for (const [name, handler] of Object.entries<KeyHandler | undefined>(handlers)) {
    if (handler) for (const key of keysOf(name)) byKey.set(key, handler);
  }
  return byKey;
}

/**
 * Listens to keys of a group of the key table while the component is mounted. Single keys are off while something takes
 * text; those with a modifier always work. A component with keys of two groups calls it twice.
 *
 * Handlers are written in the call itself: a check reads there which keys of the table are bound.
 */
export function useKeys<Group extends KeyGroupId>(_group: Group, handlers: KeyHandlers<Group>): void {
  const current = useRef<ReadonlyMap<string, KeyHandler>>(new Map());
  useEffect(() => {
    current.current = handlersByKey(handlers);
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
      const single = isFresh && first === GO_TO ? undefined : current.current.get(name);
      const handler = (isFresh ? current.current.get(`${first} ${name}`) : undefined) ?? single;
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
