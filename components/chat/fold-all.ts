"use client";

import { createContext, useContext, useState } from "react";
import { useFindWords } from "@/components/find/find-words";

/** How all folded parts of some messages are shown; a new object shows all of them so again. */
export interface FoldAll {
  readonly areOpen: boolean;
}

/** Each part as it is shown first. */
export const UNCHOSEN: FoldAll = { areOpen: false };

const FoldAllContext = createContext(UNCHOSEN);

export const FoldAllProvider = FoldAllContext.Provider;

interface FoldOptions {
  readonly isOpenFirst?: boolean;
  /** True for a part with the searched text: it is open, so that the text is seen. */
  readonly isFound?: boolean;
}

/**
 * Whether a part is open: its own choice, until all parts are folded or unfolded together, or until another text is
 * searched that it has.
 */
export function useFold({
  isOpenFirst = false,
  isFound = false,
}: FoldOptions = {}): readonly [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const all = useContext(FoldAllContext);
  const { words } = useFindWords();
  const [own, setOwn] = useState<{ isOpen: boolean; over: FoldAll; words: string } | null>(null);
  const isOpenNow = isFound || (all === UNCHOSEN ? isOpenFirst : all.areOpen);
  const isChosen = own !== null && own.over === all && (!isFound || own.words === words);
  return [isChosen ? own.isOpen : isOpenNow, (next) => setOwn({ isOpen: next, over: all, words })];
}
