"use client";

import { ArrowLeft, ChevronDown, ChevronUp, ListTree, Spool } from "lucide-react";
import type { ReactNode } from "react";
import { useThreadNavigation } from "@/components/thread/use-thread-navigation";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import { threadCallsHref } from "@/lib/address/thread-href";
import { countOf, formatCount } from "@/lib/format/count";
import type { Turn } from "@/lib/thread/thread-turns";

type ThreadHeadProps = {
  slug: string;
  threadId: string;
  turns: readonly Turn[];
  /** Its position in the list, -1 when the list does not contain it. */
  index: number;
  count: number;
  isWhole: boolean;
  previousId: string | null;
  nextId: string | null;
  /** The actions for it. */
  children?: ReactNode;
};

/** The thread, its errors, its position in the list, and its links. */
export function ThreadHead(props: ThreadHeadProps) {
  const { slug, threadId, turns, index, count, isWhole, previousId, nextId } = props;
  const place = useThreadNavigation(slug);
  const errorCount = turns.filter((turn) => turn.status === "error").length;
  const icon = { size: 15, strokeWidth: 1.7, "aria-hidden": true } as const;
  return (
    <div className="flex h-(--head-h) flex-none items-center gap-2 border-b border-line pr-3 pl-2">
      <Button asChild kind="ghost" size="icon-small">
        <Link href={place.listHref} aria-label="Back to threads">
          <ArrowLeft {...icon} />
        </Link>
      </Button>
      <Spool {...icon} className="flex-none text-ink-2 max-md:hidden" />
      <h1 className="min-w-0 truncate font-mono text-base font-medium" title={threadId}>
        {threadId}
      </h1>
      <CopyButton text={threadId} label="Copy thread id" copiedMessage="Thread id copied" />
      {errorCount > 0 ? (
        <Tag tone="err" className="max-md:hidden">
          error in {formatCount(errorCount)} of {countOf(turns.length, "turn")}
        </Tag>
      ) : null}
      <div className="ml-auto flex flex-none items-center gap-1.5">
        {index < 0 ? null : (
          <span className="text-small text-ink-3 max-md:hidden">
            {formatCount(index + 1)} of {formatCount(count)}
            {isWhole ? "" : " so far"}
          </span>
        )}
        <Step href={previousId === null ? null : place.hrefOf(previousId)} label="Previous thread">
          <ChevronUp {...icon} />
        </Step>
        <Step href={nextId === null ? null : place.hrefOf(nextId)} label="Next thread">
          <ChevronDown {...icon} />
        </Step>
        <span className="mx-1 h-4 w-px flex-none bg-line-strong max-md:hidden" />
        {props.children}
        <Button asChild size="small" className="max-md:hidden">
          <Link href={threadCallsHref(slug, threadId)}>
            <ListTree size={14} strokeWidth={1.7} aria-hidden="true" />
            Traces
          </Link>
        </Button>
      </div>
    </div>
  );
}

function Step({ href, label, children }: { href: string | null; label: string; children: React.ReactNode }) {
  if (href === null) {
    return (
      <Button kind="ghost" size="icon-small" aria-label={label} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button asChild kind="ghost" size="icon-small">
      <Link href={href} aria-label={label}>
        {children}
      </Link>
    </Button>
  );
}
