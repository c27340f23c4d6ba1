"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Table2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef } from "react";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { newJobOfReview } from "@/lib/address/new-job-href";
import { failureOf } from "@/lib/api/client/request-failure";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf } from "@/lib/format/count";
import type { LabelIndex } from "@/lib/review/labels";
import { publishResults, type ResultUse } from "@/lib/review/publish-results";
import { type ItemResult, reviewResults, rewardsOf } from "@/lib/review/results";
import { hasRewards, type Question } from "@/lib/review/rubric";
import type { Workspace } from "@/lib/workspace/workspace";

type UseResultsMenuProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  items: readonly QueueItem[];
  rubric: readonly Question[];
  labels: LabelIndex;
  /** True once the reader has nothing left to review: the results are what comes next. */
  isNext: boolean;
};

/** Makes a dataset, preference pairs or rewards of what reviewers said. */
export function UseResultsMenu({ workspace, queue, items, rubric, labels, isNext }: UseResultsMenuProps) {
  const router = useRouter();
  const isMember = useHasRole("member");
  const results = useMemo(
    () => reviewResults(workspace.projectId, items, rubric, labels),
    [workspace.projectId, items, rubric, labels],
  );
  const rewarded = rubric.filter(hasRewards);
  const publishing = usePublishing(workspace, queue, results);
  const isDisabled = results.length === 0 || isMember !== true;
  const trigger = useRef<HTMLButtonElement>(null);
  const canGoOn = isNext && !isDisabled;
  // The outside system is the focus of the document, which was in the form of the last item.
  useEffect(() => {
    if (canGoOn) trigger.current?.focus();
  }, [canGoOn]);
  return (
    <>
      {publishing.message === null ? null : (
        <Callout tone={publishing.isFailure ? "err" : "warn"} className="max-w-[360px] py-1">
          {publishing.message}
        </Callout>
      )}
      <Menu
        label="Use results"
        align="end"
        trigger={
          <Button
            ref={trigger}
            size="small"
            disabled={isDisabled}
            title={results.length === 0 ? "Nothing has been reviewed yet." : undefined}
            isBusy={publishing.isBusy}
            icon={<Table2 size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Use {countOf(results.length, "result")}
          </Button>
        }
      >
        <MenuItem onSelect={() => publishing.publish({ kind: "dataset" })}>Dataset</MenuItem>
        <MenuItem onSelect={() => publishing.publish({ kind: "pairs", question: rewarded[0]?.name ?? null })}>
          Preference pairs
        </MenuItem>
        {rewarded.length === 0 ? null : (
          <>
            <MenuItem onSelect={() => router.push(`/${workspace.slug}/runs/new`)}>
              Training run: more answers to each prompt
            </MenuItem>
            <MenuLabel>
              Rewards in a new job
              <span className="block max-w-[280px] font-normal">
                A label on the only answer to a prompt is a group of one, which has no signal.
              </span>
            </MenuLabel>
          </>
        )}
        {rewarded.map((question) => {
          const rewards = rewardsOf(results, question.name);
          const count = Object.keys(rewards.threads).length + Object.keys(rewards.traces).length;
          return (
            <MenuItem
              key={question.ref}
              disabled={count === 0}
              onSelect={() => router.push(newJobOfReview(workspace.slug, rewards))}
            >
              {question.title}
              <span className="ml-auto pl-4 text-ink-3">{countOf(count, "reward")}</span>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

function usePublishing(workspace: Workspace, queue: AnnotationQueue, results: readonly ItemResult[]) {
  const { connectionId, projectId, slug } = workspace;
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  // The outside system is the service, which still reads when the page is left.
  useEffect(() => () => stop.current?.abort(), []);
  const change = useMutation({
    mutationFn: (use: ResultUse) => {
      stop.current = new AbortController();
      return publishResults({ connectionId, projectId, signal: stop.current.signal }, queue.name, results, use);
    },
    onSuccess: (published) => {
      if (published === null) return;
      const { name, version, table, rowCount } = published;
      void queryClient.invalidateQueries({ queryKey: ["service", connectionId, "objs.query"] });
      toast(`${countOf(rowCount, "row")} stored in ${name}`);
      router.push(`/${slug}/tables?${new URLSearchParams({ digest: table, dataset: `${name}:${version}` })}`);
    },
  });
  const isEmpty = change.data === null;
  return {
    publish: change.mutate,
    isBusy: change.isPending,
    isFailure: change.isError,
    message: change.isError
      ? `Nothing was stored: ${failureOf(change.error).message}`
      : isEmpty
        ? change.variables?.kind === "pairs"
          ? "No pairs: a pair needs a corrected output, or two items with the same input and different answers."
          : "No rows: the reviewed calls were deleted."
        : null,
  };
}
