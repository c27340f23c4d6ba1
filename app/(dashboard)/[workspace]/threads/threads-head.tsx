"use client";

import { ArrowUp } from "lucide-react";
import { PageHead } from "@/components/layout/page-head";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import type { ThreadsStream } from "./use-threads";

type ThreadsHeadProps = { list: ThreadsStream; matchingCount: number; isFiltered: boolean };

/** The title, how many threads have come, and how many there are since. */
export function ThreadsHead({ list, matchingCount, isFiltered }: ThreadsHeadProps) {
  const { threads, isWhole, newCount, hasManyNew, reopen } = list;
  const loaded = `${formatCount(threads.length)}${isWhole ? "" : " so far"}`;
  const isUnknown = threads.length === 0 && !isWhole;
  const count = isFiltered ? `${formatCount(matchingCount)} of ${loaded}` : loaded;
  return (
    <PageHead title="Threads" {...(isUnknown ? {} : { count })}>
      <span role="status" className="ml-auto contents">
        {newCount > 0 && threads.length > 0 ? (
          <Button kind="ghost" size="small" onClick={reopen} className="ml-auto text-accent-text">
            <ArrowUp size={12} strokeWidth={2} aria-hidden="true" />
            {formatCount(newCount)}
            {hasManyNew ? " or more" : ""} new
          </Button>
        ) : null}
      </span>
    </PageHead>
  );
}
