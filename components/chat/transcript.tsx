"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useIsFound } from "@/components/find/find-words";
import { Tag } from "@/components/ui/tag";
import type { Conversation } from "@/lib/chat/read-messages";
import { type TranscriptItem, type TranscriptMessage, toolNames, transcriptItems } from "@/lib/chat/transcript";
import { useFold } from "./fold-all";
import { TranscriptMessageView } from "./transcript-message";

/** The messages to a model and its answers: one line down the left with a marker for each role. */
export function Transcript({ conversation }: { conversation: Conversation }) {
  const names = toolNames(conversation);
  return (
    <section
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto px-4 pt-3 pb-1 outline-offset-[-2px]"
    >
      <ol>
        {transcriptItems(conversation).map((item) => (
          <Item key={item.key} item={item} names={names} />
        ))}
      </ol>
    </section>
  );
}

function Item({ item, names }: { item: TranscriptItem; names: ReadonlyMap<string, string> }) {
  switch (item.kind) {
    case "message":
      return <TranscriptMessageView item={item} names={names} />;
    case "folded":
      return (
        <Folded title={item.title} items={item.items}>
          {item.items.map((inner) => (
            <Item key={inner.key} item={inner} names={names} />
          ))}
        </Folded>
      );
    case "output":
      return (
        <li className="flex items-center gap-2 pb-3 text-micro text-ink-3 after:h-px after:flex-1 after:bg-line">
          Output
          {item.finishReason === null ? null : <Tag>finish_reason {item.finishReason}</Tag>}
        </li>
      );
  }
}

type FoldedProps = { title: string; items: readonly TranscriptMessage[]; children: ReactNode };

function Folded({ title, items, children }: FoldedProps) {
  const parts = useMemo(() => items.flatMap(({ message }) => message.parts), [items]);
  const [isOpen, setIsOpen] = useFold({ isFound: useIsFound(parts) });
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <li className="pb-3 pl-6">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-6 items-center gap-1.5 text-small text-ink-2 hover:text-ink"
        >
          <Icon size={12} strokeWidth={1.7} aria-hidden="true" />
          {title}
        </button>
      </li>
      {isOpen ? children : null}
    </>
  );
}
