"use client";

import { createContext, useContext, useState } from "react";

/** How all folded parts of some messages are shown; a new object shows all of them so again. */
export interface FoldAll {
  readonly areOpen: boolean;
}

/** Each part as it is shown first. */
export const UNCHOSEN: FoldAll = { areOpen: false };

const FoldAllContext = createContext(UNCHOSEN);

export const FoldAllProvider = FoldAllContext.Provider;

/** Whether a part is open: its own choice, until all parts are folded or unfolded together. */
export function useFold(isOpenFirst = false): readonly [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const all = useContext(FoldAllContext);
  const [own, setOwn] = useState<{ isOpen: boolean; over: FoldAll } | null>(null);
  const isOpenNow = all === UNCHOSEN ? isOpenFirst : all.areOpen;
  const isOpen = own !== null && own.over === all ? own.isOpen : isOpenNow;
  return [isOpen, (next) => setOwn({ isOpen: next, over: all })];
}
