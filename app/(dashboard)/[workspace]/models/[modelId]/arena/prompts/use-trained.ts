"use client";

import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { ArenaPrompt } from "./arena-prompt";
import type { PromptSourceAddress } from "./read-prompts";
import { listTrained, readBatchThreads } from "./read-trained";
import { TrainedReading } from "./trained-reader";

/** The place to search for prompts, and the list they are added to. */
export interface PromptTarget {
  readonly address: PromptSourceAddress;
  readonly trained: TrainedReading;
  /** Returns the number of duplicates. */
  readonly addPrompts: (prompts: readonly ArenaPrompt[]) => number;
}

interface TrainedPrompts extends Pick<PromptTarget, "trained"> {
  readonly prompts: readonly ArenaPrompt[];
}

/**
 * Marks prompts by whether the model was trained on their threads, as far as it is known. Reading starts as soon as a
 * prompt needs it.
 */
export function useTrained(
  address: PromptSourceAddress,
  foundPrompts: readonly ArenaPrompt[],
  onKnown: (prompts: readonly ArenaPrompt[]) => void,
): TrainedPrompts {
  const trained = useMemo(
    () =>
      new TrainedReading({
        list: (signal) => listTrained(address, signal),
        readBatch: (batchId, onThread, signal) => readBatchThreads(address, batchId, onThread, signal),
      }),
    [address],
  );
  const { phase } = useStore(trained);
  const prompts = foundPrompts.map((prompt) => trained.marked(prompt));
  const isEnabled = phase === "idle" && prompts.some(({ isSeen, threadId }) => isSeen === null && threadId !== null);
  // The external system is the service.
  useEffect(() => {
    if (isEnabled) trained.begin();
  }, [trained, isEnabled]);
  useEffect(() => () => trained.stop(), [trained]);
  // The external system is browser storage: results are not looked up again at the next visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known for good is told once
  useEffect(() => {
    if (phase === "whole") onKnown(prompts.filter((prompt, at) => prompt !== foundPrompts[at]));
  }, [phase]);
  return { trained, prompts };
}
