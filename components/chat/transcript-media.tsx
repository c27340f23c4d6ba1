"use client";

import { ExternalLink, FileText } from "lucide-react";
import { useMemo } from "react";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Skeleton } from "@/components/ui/skeleton";
import type { MediaPart } from "@/lib/chat/chat-message";
import { namedMedia } from "@/lib/json/media/rich-value";

const RichValueView = partLoadedLater(
  async () => (await import("@/components/media/rich-value-view")).RichValueView,
  <Skeleton className="w-40" />,
);

/**
 * Media that was sent next to text. Data in the call or stored with it is shown; an external address is written out and
 * opened only on a click, since opening it reveals to the host who reads this trace.
 */
export function TranscriptMedia({ part }: { part: MediaPart }) {
  const { media, source, name, mimeType } = part;
  const rich = useMemo(() => part.stored ?? namedMedia(source, name), [part.stored, source, name]);
  const title = name ?? mimeType ?? media;
  if (rich !== null) {
    return (
      <div className="mt-1.5">
        <RichValueView rich={rich} isLarge />
      </div>
    );
  }
  return (
    <MediaLine title={title}>
      {source === null ? (
        <span className="text-ink-3">not in the trace</span>
      ) : source.startsWith("data:") ? (
        <span className="text-warn">its data cannot be read</span>
      ) : (
        <RemoteMedia source={source} />
      )}
    </MediaLine>
  );
}

/** An external address. Only web addresses can be opened: others could run code in this page. */
function RemoteMedia({ source }: { source: string }) {
  const isWeb = /^https?:\/\//i.test(source);
  return (
    <>
      <span className="min-w-0 truncate text-code" title={source}>
        {source}
      </span>
      {isWeb ? (
        <a
          href={source}
          target="_blank"
          rel="noreferrer noopener"
          title="The host will see that you opened it"
          className="flex flex-none items-center gap-1 text-accent-text hover:underline"
        >
          <ExternalLink size={12} strokeWidth={2} aria-hidden="true" />
          Open external link
        </a>
      ) : null}
    </>
  );
}

function MediaLine({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <p className="mt-1.5 flex min-w-0 items-center gap-1.5 text-small text-ink-2">
      <FileText size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
      <span className="flex-none">{title}</span>
      {children}
    </p>
  );
}
