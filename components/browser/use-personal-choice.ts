"use client";

import { useStoredText } from "./use-stored-text";

/** A choice of this user in this browser (density, widths); never part of the address. */
export function usePersonalChoice<Value extends string>(
  name: string,
  choices: readonly Value[],
  first: Value,
): [Value, (value: Value) => void] {
  const [stored, store] = useStoredText(name);
  return [choices.find((choice) => choice === stored) ?? first, store];
}
