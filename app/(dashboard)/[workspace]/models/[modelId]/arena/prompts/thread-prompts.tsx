import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import type { ArenaPrompt } from "./arena-prompt";
import type { ReplyPosition } from "./prepare-prompts";
import { PromptPicker } from "./prompt-picker";
import { readThreadPrompts, readThreads } from "./read-prompts";
import { TrainedProgress } from "./trained-progress";
import type { PromptTarget } from "./use-trained";

type ThreadPromptsProps = {
  arena: Pick<PromptTarget, "address" | "trained">;
  at: ReplyPosition;
  onAdd: (prompts: readonly ArenaPrompt[]) => void;
};

/** Threads of the workspace, newest first; those in the training data are marked. */
export function ThreadPrompts({ arena, at, onAdd }: ThreadPromptsProps) {
  const { address: place, trained } = arena;
  const threads = useQuery({ queryKey: ["arena-threads", place], queryFn: ({ signal }) => readThreads(place, signal) });
  // The external system is the service: the training data is read while threads are selected.
  useEffect(() => trained.begin(), [trained]);
  useStore(trained);
  const take = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { signal } = new AbortController();
      const prompts = await readThreadPrompts(place, ids, at, signal);
      if (prompts.length === 0) throw new Error("These threads contain no messages of a model.");
      return prompts;
    },
    onSuccess: onAdd,
  });
  if (threads.isPending) return <ProgressBar label="Loading threads" />;
  if (threads.isError) {
    return <FailureState failure={failureOf(threads.error)} onRetry={() => void threads.refetch()} />;
  }
  if (threads.data.length === 0) {
    return (
      <PaneState kind="empty" title="No threads yet">
        Calls with a thread_id form a thread. You can also write prompts by hand.
      </PaneState>
    );
  }
  return (
    <>
      <TrainedProgress trained={trained} />
      <PromptPicker
        label="Threads"
        items={threads.data.map(({ thread_id: id, turn_count: count }) => ({
          id,
          label: <span className="text-code">{id}</span>,
          note: `${trained.isTrained(id) ? "seen, " : ""}${countOf(count, "turn")}`,
        }))}
        picked={0}
        isBusy={take.isPending}
        problem={take.isError ? failureOf(take.error).message : null}
        onAdd={take.mutate}
      />
    </>
  );
}
