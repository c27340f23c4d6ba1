"use client";

import { ArrowLeft, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { reviewerName } from "@/components/review/use-reviewers";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { AnnotationQueue } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf } from "@/lib/format/count";
import type { Reviewer } from "@/lib/review/labels";
import type { Workspace } from "@/lib/workspace/workspace";

type QueueHeadProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  itemCount: number;
  reviewers: readonly Reviewer[];
  reader: string;
  children: ReactNode;
};

/** The name of a queue, who reviews it, and what can be done with it. */
export function QueueHead({ workspace, queue, itemCount, reviewers, reader, children }: QueueHeadProps) {
  const assignees = queue.assignees ?? [];
  const isOther = assignees.length > 0 && !assignees.includes(reader);
  const facts = [
    countOf(itemCount, "item"),
    ...(queue.reviews_per_item == null ? [] : [`${countOf(queue.reviews_per_item, "review")} each`]),
    ...(assignees.length === 0 ? [] : [`assigned to ${assignees.map((id) => reviewerName(reviewers, id)).join(", ")}`]),
    ...(queue.description ? [queue.description] : []),
  ];
  return (
    <div className="flex min-h-(--head-h) flex-none flex-wrap items-center gap-x-2.5 gap-y-1 py-1 pr-3 pl-3">
      <Button asChild kind="ghost" size="icon-small">
        <Link href={`/${workspace.slug}/review`} aria-label="All queues">
          <ArrowLeft size={14} strokeWidth={1.7} aria-hidden="true" />
        </Link>
      </Button>
      <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{queue.name}</h1>
      <span className="min-w-0 truncate text-small text-ink-3">{facts.join(", ")}</span>
      {isOther ? <span className="text-small text-warn">You are not assigned to this queue.</span> : null}
      <span className="ml-auto flex flex-none items-center gap-1.5">
        <Button asChild size="small">
          <Link href={`/${workspace.slug}/traces`}>
            <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
            Add items
          </Link>
        </Button>
        {children}
      </span>
    </div>
  );
}
