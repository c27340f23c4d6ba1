"use client";

import { type ReactNode, useState } from "react";
import { TranscriptMessageView } from "@/components/chat/transcript-message";
import { Button } from "@/components/ui/button";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { toolNames, transcriptMessages } from "@/lib/chat/transcript";
import { countOf } from "@/lib/format/count";

/** With more messages than this the earlier ones are folded. */
const MAX_SHOWN = 12;
const SHOWN_LAST = 8;

const REVIEWED_CLASSES =
  "-ml-2.5 max-w-[718px] rounded-panel bg-surface pt-2 pr-3 pl-2.5 shadow-[0_0_0_1.5px_var(--accent)]";

type MessageListProps = {
  messages: readonly ChatMessage[];
  /** Shown above the messages. */
  before?: ReactNode;
  /** The output or the error that is reviewed, where it is none of the messages: it is below them. */
  answer?: ReactNode;
};

/** A conversation whose last message is under review. */
export function MessageList({ messages, before, answer }: MessageListProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const names = toolNames({ input: messages, output: [], finishReason: null });
  const items = transcriptMessages(messages);
  const systemCount = messages.findIndex(({ role }) => role !== "system");
  const first = Math.max(0, systemCount);
  const hidden = !isUnfolded && items.length - first > MAX_SHOWN ? items.length - first - SHOWN_LAST : 0;
  const last = answer === undefined ? items.at(-1) : undefined;
  return (
    <section
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-5 pt-3.5 pb-4 outline-offset-[-2px] [--surface:var(--bg)]"
    >
      {before}
      <ol className="max-w-[708px]">
        {items.slice(0, first).map((item) => (
          <TranscriptMessageView key={item.key} item={item} names={names} />
        ))}
      </ol>
      {hidden === 0 ? null : (
        <Button kind="ghost" size="small" onClick={() => setIsUnfolded(true)} className="mb-3">
          Show {countOf(hidden, "earlier message")}
        </Button>
      )}
      <ol className="max-w-[708px]">
        {items.slice(first + hidden, last === undefined ? undefined : -1).map((item) => (
          <TranscriptMessageView key={item.key} item={item} names={names} />
        ))}
      </ol>
      {answer === undefined ? null : (
        <section aria-label="To review" className={REVIEWED_CLASSES}>
          {answer}
        </section>
      )}
      {last === undefined ? null : (
        <ol aria-label="To review" className={REVIEWED_CLASSES}>
          <TranscriptMessageView item={{ ...last, stitch: "none" }} names={names} />
        </ol>
      )}
    </section>
  );
}
