"use client";

import { ExternalLink, Image as ImageIcon } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { openedLater } from "@/components/dialog/opened-later";

const OpenLinkDialog = openedLater(async () => (await import("./open-link-dialog")).OpenLinkDialog);

const LOOK =
  "text-accent-text underline decoration-accent-line underline-offset-2 [overflow-wrap:anywhere] hover:decoration-current";

/**
 * A link that a message contains. It shows where it leads, and asks before it opens: its text may say something else, and
 * the host learns that somebody reads the trace.
 */
export function MessageLink({ href, children }: { href: string; children: ReactNode }) {
  const [isAsking, setIsAsking] = useState(false);
  const onClick = (event: MouseEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || href.toLowerCase().startsWith("mailto:")) return;
    event.preventDefault();
    setIsAsking(true);
  };
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer" onClick={onClick} className={LOOK}>
        {children}
      </a>
      {/* A dialog is no part of the paragraph that the link is in. */}
      {isAsking ? createPortal(<OpenLinkDialog href={href} onClose={() => setIsAsking(false)} />, document.body) : null}
    </>
  );
}

/** An image that a message refers to. It is not loaded: its host would learn who reads the trace, and when. */
export function ImageLink({ href, text }: { href: string; text: string }) {
  return (
    <MessageLink href={href}>
      <ImageIcon size={12} strokeWidth={1.7} aria-hidden="true" className="mr-1 inline align-[-1px]" />
      <span className="sr-only">Image: </span>
      {text === "" ? href : text}
      <ExternalLink size={11} strokeWidth={1.7} aria-hidden="true" className="ml-1 inline align-[-1px]" />
    </MessageLink>
  );
}
