"use client";

import { useKeys } from "@/components/keyboard/use-keys";

type ListKeys = {
  onStep: (by: 1 | -1, isExtending: boolean) => void;
  onOpen: (isNewTab: boolean) => void;
  onPeek: () => void;
  onSelect: () => void;
  onCopyId: () => void;
  onEscape: () => void;
  onSearch: () => void;
  onFilter: () => void;
  onValues: () => void;
  onCompare: () => void;
  onExport: () => void;
};

/** The keys of a list, as listed in its foot. */
export function useListKeys(keys: ListKeys): void {
  useKeys("list", {
    j: () => keys.onStep(1, false),
    ArrowDown: () => keys.onStep(1, false),
    k: () => keys.onStep(-1, false),
    ArrowUp: () => keys.onStep(-1, false),
    "Shift+j": () => keys.onStep(1, true),
    "Shift+k": () => keys.onStep(-1, true),
    "Shift+ArrowDown": () => keys.onStep(1, true),
    "Shift+ArrowUp": () => keys.onStep(-1, true),
    Enter: () => keys.onOpen(false),
    "Mod+Enter": () => keys.onOpen(true),
    Space: keys.onPeek,
    x: keys.onSelect,
    y: keys.onCopyId,
    f: keys.onFilter,
    v: keys.onValues,
    c: keys.onCompare,
    e: keys.onExport,
  });
  useKeys("everywhere", { Escape: keys.onEscape, "/": keys.onSearch });
}
