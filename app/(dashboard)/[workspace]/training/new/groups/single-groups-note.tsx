"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { newRunOfPrompts } from "@/lib/address/new-run-href";
import { errorMessage } from "@/lib/failure/error-message";
import { countOf } from "@/lib/format/count";
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
    mutationFn: async () => {
      const { promptsOf } = await import("./prompts-of-rows");
      return await promptsOf(draft.rows.filter((_, index) => draft.isOut[index] !== 1));
    },
    onSuccess: (prompts) => {
      if (prompts.tasks.length > 0) router.push(newRunOfPrompts(slug, prompts));
    },
  });
  const link = (path: string, text: string) => (
    <Link href={`/${slug}/${path}`} className={LINK_CLASS}>
      {text}
    </Link>
  );
  return (
    <Callout tone="warn">
      {countOf(groupCount, "group")} of one: an advantage compares answers to the same prompt, so that this job has no
      signal. What trains on these prompts: a{" "}
      <button type="button" disabled={carry.isPending} onClick={() => carry.mutate()} className={LINK_CLASS}>
        training run with these prompts
      </button>
      , which samples several answers to each and can ask people for their rewards; an{" "}
      {link("evaluations/new", "evaluation with several trials")} of a table of them, whose answers to a row become one
      group; preference pairs, or the best answers for supervised fine-tuning, from the results of a{" "}
      {link("review", "review queue")}.
      {carry.isError ? <Failed>The prompts could not be read: {errorMessage(carry.error)}</Failed> : null}
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
