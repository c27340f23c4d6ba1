"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { type DraftChoices, nothingChosen } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import type { Source } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { defaultTarget, type TargetChoices } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import { DraftKeeper, type Keeping } from "./draft-saver";
import { DraftStore } from "./draft-store";
import { keptSources, placedChoices, rowChoices } from "./restore-draft";

/** A draft as an earlier visit left it, or an empty one; and what keeps it from now on. */
export interface Beginning {
  readonly sources: readonly Source[];
  readonly choices: DraftChoices;
  readonly target: TargetChoices;
  readonly keeper: DraftKeeper;
}

const nothing = { sources: [], choices: nothingChosen, target: defaultTarget } as const;

async function begin(place: string): Promise<Beginning> {
  try {
    const store = await DraftStore.open(place);
    const found = await store.read();
    if (found === null) return { ...nothing, keeper: new DraftKeeper(store) };
    const { draft, parts } = found;
    const { grouping, rewardPath, kind, split, config } = draft.choices;
    const sources = keptSources(draft, parts);
    return {
      sources,
      choices: { grouping, rewardPath, ...rowChoices(sources, draft.choices) },
      target: { kind, split, config },
      keeper: new DraftKeeper(store, parts),
    };
  } catch {
    // A private window, or a browser that refuses: the page works, and says that nothing is kept.
    return { ...nothing, keeper: new DraftKeeper(null) };
  }
}

/** The draft of a place, once it is read; null until then. */
export function useBeginning(place: string): Beginning | null {
  const [beginning, setBeginning] = useState<Beginning | null>(null);
  // The outside system is the browser's database.
  useEffect(() => {
    let isCurrent = true;
    void begin(place).then((found) => {
      if (isCurrent) setBeginning(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [place]);
  return beginning;
}

const unknown: Keeping = { isKept: true, savedAtMs: null };

/** Keeps a draft as it changes, and answers whether that works. */
export function useKeeping(
  keeper: DraftKeeper,
  sources: readonly Source[],
  choices: DraftChoices,
  target: TargetChoices,
): Keeping {
  // The outside system is the browser's database.
  useEffect(() => {
    const { grouping, rewardPath } = choices;
    keeper.setDraft(
      sources.map(({ id, name, progress, failure }) => ({ id, name, isWhole: progress === null, failure })),
      { grouping, rewardPath, ...placedChoices(sources, choices), ...target },
    );
  }, [keeper, sources, choices, target]);
  return useSyncExternalStore(keeper.subscribe, keeper.keeping, () => unknown);
}
