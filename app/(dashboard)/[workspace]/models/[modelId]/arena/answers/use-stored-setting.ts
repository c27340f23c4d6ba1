"use client";

import { useEffect, useState } from "react";
import { type StoredArenaSetting, settingKey, storedValueText } from "./stored-arena";
import type { OpenArena } from "./use-open-arena";

/**
 * Stores the search parameters. A URL without prompts restores the last ones of this browser; columns in the URL stay.
 */
export function useStoredSetting(
  { items, stored: storedArena }: OpenArena,
  params: StoredArenaSetting,
  setParams: (change: StoredArenaSetting) => Promise<unknown>,
): void {
  const text = storedValueText(params);
  const [first] = useState(text);
  const isUntouched = text === first && params.prompt.length === 0;
  // The external system is the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the start alone; later no prompts are a person's wish
  useEffect(() => {
    const { setting } = storedArena;
    if (setting === null || setting.prompt.length === 0 || params.prompt.length > 0) return;
    const column = params.column.length > 0 ? params.column : setting.column;
    void setParams({ ...setting, column });
  }, []);
  // The external system is browser storage.
  useEffect(() => {
    if (!isUntouched) items.put(settingKey, text);
  }, [items, text, isUntouched]);
}
