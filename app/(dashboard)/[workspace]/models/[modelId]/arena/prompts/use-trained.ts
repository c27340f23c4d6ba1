"use client";

import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { ArenaPrompt } from "./arena-prompt";
import type { PromptPlace } from "./read-prompts";
import { listTrained, readBatchThreads } from "./read-trained";
import { TrainedReading } from "./trained-reader";

/** Where prompts are looked for, and what they are added to. */
export interface PromptTarget {
  readonly place: PromptPlace;
  readonly trained: TrainedReading;
  /** Answers how many of them were asked for already. */
  readonly addPrompts: (prompts: readonly ArenaPrompt[]) => number;
}

interface TrainedPrompts extends Pick<PromptTarget, "trained"> {
  readonly prompts: readonly ArenaPrompt[];
}

/**
 * Prompts with whether the model was trained on their threads, as far as that is known by now. It is looked for as soon
 * as a prompt asks for it.
 */
export function useTrained(
  place: PromptPlace,
  found: readonly ArenaPrompt[],
  onKnown: (prompts: readonly ArenaPrompt[]) => void,
): TrainedPrompts {
  const trained = useMemo(
    () =>
      new TrainedReading({
        list: (signal) => listTrained(place, signal),
        readBatch: (batchId, onThread, signal) => readBatchThreads(place, batchId, onThread, signal),
      }),
    [place],
  );
  const { phase } = useSyncExternalStore(trained.subscribe, trained.state, trained.state);
  const prompts = found.map((prompt) => trained.marked(prompt));
  const isAsked = phase === "idle" && prompts.some(({ isSeen, threadId }) => isSeen === null && threadId !== null);
  // The outside system is the service.
  useEffect(() => {
    if (isAsked) trained.begin();
  }, [trained, isAsked]);
  useEffect(() => () => trained.stop(), [trained]);
  // The outside system is the browser's store: what was found once is not looked for at the next visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known for good is told once
  useEffect(() => {
    if (phase === "whole") onKnown(prompts.filter((prompt, at) => prompt !== found[at]));
  }, [phase]);
  return { trained, prompts };
}
