"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { newEvaluationOfRows, newRunOfRows, rowsOfPrompts } from "@/lib/address/carried-rows";
import { failureOf } from "@/lib/api/client/request-failure";
import { readResultPrompts } from "@/lib/review/publish-results";
import type { ItemResult } from "@/lib/review/results";
import type { Workspace } from "@/lib/workspace/workspace";

const PLACES = { run: newRunOfRows, evaluation: newEvaluationOfRows } as const;

/** Takes the prompts of reviewed items to a new training run or evaluation. */
export function useCarriedPrompts(
  { connectionId, projectId, slug }: Workspace,
  queueName: string,
  results: readonly ItemResult[],
) {
  const router = useRouter();
  const stop = useRef<AbortController | null>(null);
  // The outside system is the service, which still reads when the page is left.
  useEffect(() => () => stop.current?.abort(), []);
  const reading = useMutation({
    mutationFn: (_place: keyof typeof PLACES) => {
      stop.current = new AbortController();
      return readResultPrompts({ connectionId, projectId, signal: stop.current.signal }, results);
    },
    onSuccess: (prompts, place) => {
      if (prompts.tasks.length > 0) router.push(PLACES[place](slug, rowsOfPrompts(`${queueName}-prompts`, prompts)));
    },
  });
  return {
    carry: reading.mutate,
    isBusy: reading.isPending,
    isFailure: reading.isError,
    message: reading.isError
      ? `The prompts could not be read: ${failureOf(reading.error).message}`
      : reading.data?.tasks.length === 0
        ? "No prompts: no reviewed call has a message of a user with text."
        : null,
  };
}
