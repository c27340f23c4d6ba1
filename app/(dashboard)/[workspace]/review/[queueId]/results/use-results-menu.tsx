"use client";

import { Table2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef } from "react";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { newJobOfReview } from "@/lib/address/new-job-href";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf } from "@/lib/format/count";
import type { LabelIndex } from "@/lib/review/labels";
import { reviewResults, rewardsOf } from "@/lib/review/results";
import { hasRewards, leastReward, type Question } from "@/lib/review/rubric";
import type { Workspace } from "@/lib/workspace/workspace";
import { useCarriedPrompts } from "./use-carried-prompts";
import { usePublishing } from "./use-publishing";

type UseResultsMenuProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  items: readonly QueueItem[];
  rubric: readonly Question[];
  labels: LabelIndex;
  /** True once the reader has nothing left to review: the results are what comes next. */
  isNext: boolean;
};

/** Makes a dataset, preference pairs, the best answers, an evaluation, a training run or rewards of what reviewers said. */
export function UseResultsMenu({ workspace, queue, items, rubric, labels, isNext }: UseResultsMenuProps) {
  const router = useRouter();
  const isMember = useHasRole("member");
  const results = useMemo(
    () => reviewResults(workspace.projectId, items, rubric, labels),
    [workspace.projectId, items, rubric, labels],
  );
  const rewarded = rubric.filter(hasRewards);
  const publishing = usePublishing(workspace, queue, results);
  const carrying = useCarriedPrompts(workspace, queue.name, results);
  const { message, isFailure } = publishing.message === null ? carrying : publishing;
  const [deciding] = rewarded;
  const isDisabled = results.length === 0 || isMember !== true;
  const trigger = useRef<HTMLButtonElement>(null);
  const canGoOn = isNext && !isDisabled;
  // The outside system is the focus of the document, which was in the form of the last item.
  useEffect(() => {
    if (canGoOn) trigger.current?.focus();
  }, [canGoOn]);
  return (
    <>
      {message === null ? null : (
        <Callout tone={isFailure ? "err" : "warn"} className="max-w-[360px] py-1">
          {message}
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
            isBusy={publishing.isBusy || carrying.isBusy}
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
        <MenuItem onSelect={() => carrying.carry("evaluation")}>New evaluation of the prompts</MenuItem>
        {deciding === undefined ? null : (
          <>
            <MenuItem
              onSelect={() =>
                publishing.publish({ kind: "best", question: { name: deciding.name, least: leastReward(deciding) } })
              }
            >
              Best answers as SFT rows
              {rewarded.length === 1 ? null : <span className="ml-auto pl-4 text-ink-3">by {deciding.title}</span>}
            </MenuItem>
            <MenuItem onSelect={() => carrying.carry("run")}>Training run: more answers to each prompt</MenuItem>
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
