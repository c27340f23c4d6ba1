"use client";

import { ArrowLeft, ListTree, Maximize2, X } from "lucide-react";
import { useThreadNavigation } from "@/components/thread/use-thread-navigation";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { threadCallsHref } from "@/lib/address/thread-href";

/** The thread and its links. On a phone it is a separate page with a back button. */
export function ThreadPaneHead({ slug, threadId, onClose }: { slug: string; threadId: string; onClose: () => void }) {
  const place = useThreadNavigation(slug);
  return (
    <div className="flex h-(--head-h) flex-none items-center gap-2 pr-3 pl-4 max-md:pl-1.5">
      <Button kind="ghost" size="icon-small" aria-label="Back to threads" onClick={onClose} className="md:hidden">
        <ArrowLeft size={15} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      <h2 className="truncate font-mono text-base font-semibold" title={threadId}>
        {threadId}
      </h2>
      <CopyButton text={threadId} label="Copy thread id" copiedMessage="Thread id copied" />
      <span className="ml-auto flex flex-none items-center gap-1.5">
        <Button asChild size="small">
          <Link href={threadCallsHref(slug, threadId)}>
            <ListTree size={13} strokeWidth={1.7} aria-hidden="true" />
            Traces
          </Link>
        </Button>
        <Button asChild kind="ghost" size="icon-small">
          <Link href={place.hrefOf(threadId)} aria-label="Open as a page">
            <Maximize2 size={14} strokeWidth={1.7} aria-hidden="true" />
          </Link>
        </Button>
        <Button kind="ghost" size="icon-small" aria-label="Close" onClick={onClose} className="max-md:hidden">
          <X size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </span>
    </div>
  );
}
