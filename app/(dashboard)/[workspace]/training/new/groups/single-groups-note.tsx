"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { newEvaluationOfRows, newRunOfRows, rowsOfPrompts } from "@/lib/address/carried-rows";
import { countOf } from "@/lib/format/count";
import { errorMessage } from "@/lib/guard/error-message";
import type { GroupingFigures } from "@/lib/training/trajectories/propose-grouping";
import type { DraftRows } from "@/lib/training/trajectories/reward-figures";

type Draft = Pick<DraftRows, "rows" | "isOut">;
type SingleGroupsNoteProps = { slug: string; draft: Draft; figures: GroupingFigures };

const LINK_CLASS = "text-accent-text hover:underline";

/** Says that groups of one trajectory have no signal where all are such groups, and what trains on these prompts. */
export function SingleGroupsNote({ slug, draft, figures }: SingleGroupsNoteProps) {
  const { groupCount, singleCount } = figures;
  return groupCount === 0 || singleCount < groupCount ? null : (
    <Note slug={slug} draft={draft} groupCount={groupCount} />
  );
}

function Note({ slug, draft, groupCount }: { slug: string; draft: Draft; groupCount: number }) {
  const router = useRouter();
  const carry = useMutation({
    mutationFn: async (_hrefOf: typeof newRunOfRows) => {
      const { promptsOf } = await import("./prompts-of-rows");
      return await promptsOf(draft.rows.filter((_, index) => draft.isOut[index] !== 1));
    },
    onSuccess: (prompts, hrefOf) => {
      if (prompts.tasks.length > 0) router.push(hrefOf(slug, rowsOfPrompts("job-prompts", prompts)));
    },
  });
  const carrying = (hrefOf: typeof newRunOfRows, text: string) => (
    <button type="button" disabled={carry.isPending} onClick={() => carry.mutate(hrefOf)} className={LINK_CLASS}>
      {text}
    </button>
  );
  return (
    <Callout tone="warn">
      {countOf(groupCount, "group")} of one: an advantage compares answers to the same prompt, so that this job has no
      signal. What trains on these prompts: a {carrying(newRunOfRows, "training run with these prompts")}, which samples
      several answers to each and can ask people for their rewards; an{" "}
      {carrying(newEvaluationOfRows, "evaluation of these prompts")} with several trials, whose answers to a row become
      one group; preference pairs, or the best answers for supervised fine-tuning, from the results of a{" "}
      <Link href={`/${slug}/review`} className={LINK_CLASS}>
        review queue
      </Link>
      .{carry.isError ? <Failed>The prompts could not be read: {errorMessage(carry.error)}</Failed> : null}
      {carry.data?.tasks.length === 0 ? <Failed>No prompt of these begins with a text of the user.</Failed> : null}
    </Callout>
  );
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <span role="alert" className="block text-err">
      {children}
    </span>
  );
}
