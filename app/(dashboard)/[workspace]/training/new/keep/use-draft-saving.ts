"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { type DraftChoices, nothingChosen } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import type { Source } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { defaultTarget, type TargetChoices } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import { DraftSaver, type SaveState } from "./draft-saver";
import { DraftStore } from "./draft-store";
import { choicesByPosition, rowChoices, storedSources } from "./restore-draft";

/** A draft from an earlier visit, or an empty one, and its saver. */
export interface LoadedDraft {
  readonly sources: readonly Source[];
  readonly choices: DraftChoices;
  readonly target: TargetChoices;
  readonly saver: DraftSaver;
}

const EMPTY_DRAFT = { sources: [], choices: nothingChosen, target: defaultTarget } as const;

async function loadDraft(place: string): Promise<LoadedDraft> {
  try {
    const store = await DraftStore.open(place);
    const stored = await store.read();
    if (stored === null) return { ...EMPTY_DRAFT, saver: new DraftSaver(store) };
    const { draft, parts } = stored;
    const { grouping, rewardPath, kind, split, config } = draft.choices;
    const sources = storedSources(draft, parts);
    return {
      sources,
      choices: { grouping, rewardPath, ...rowChoices(sources, draft.choices) },
      target: { kind, split, config },
      saver: new DraftSaver(store, parts),
    };
  } catch {
    // A private window, or a browser that refuses: the page works and says that nothing is saved.
    return { ...EMPTY_DRAFT, saver: new DraftSaver(null) };
  }
}

/** Returns the draft of an address once it is read; null until then. */
export function useLoadedDraft(place: string): LoadedDraft | null {
  const [beginning, setBeginning] = useState<LoadedDraft | null>(null);
  // The external system is the browser's database.
  useEffect(() => {
    let isCurrent = true;
    void loadDraft(place).then((stored) => {
      if (isCurrent) setBeginning(stored);
    });
    return () => {
      isCurrent = false;
    };
  }, [place]);
  return beginning;
}

/** Saves a draft as it changes, and returns whether saving works. */
export function useDraftSaving(
  keeper: DraftSaver,
  sources: readonly Source[],
  choices: DraftChoices,
  target: TargetChoices,
): SaveState {
  // The external system is the browser's database.
  useEffect(() => {
    const { grouping, rewardPath } = choices;
    keeper.setDraft(
      sources.map(({ id, name, progress, failure }) => ({ id, name, isWhole: progress === null, failure })),
      { grouping, rewardPath, ...choicesByPosition(sources, choices), ...target },
    );
  }, [keeper, sources, choices, target]);
  return useStore(keeper);
}
