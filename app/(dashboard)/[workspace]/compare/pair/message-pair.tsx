"use client";

import { useMemo, useState } from "react";
import { SideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/side-letter";
import { Button } from "@/components/ui/button";
import type { ChatRole } from "@/lib/chat/chat-message";
import { diffWords, type WordPart } from "@/lib/diff/word-diff";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { comparableText, type MessageRow, type NumberedMessage } from "./prepare-message-pairs";

type MessagePairProps = { row: MessageRow; columns: readonly [number, number]; isPhone: boolean };

const speakers: Record<ChatRole, string> = {
  system: "System",
  user: "User",
  assistant: "Assistant",
  tool: "Tool result",
  other: "Other",
};

/** Longer messages are cut until they are expanded: a document in a message would push everything else away. */
const SHOWN_LENGTH = 2000;

/** One message of each side, with the words that differ marked. */
export function MessagePair({ row, columns, isPhone }: MessagePairProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [left, right] = [row.left, row.right].map((side) => (side ? comparableText(side.message) : null)) as [
    string | null,
    string | null,
  ];
  const words = useMemo(
    () => (row.kind === "changed" && left !== null && right !== null ? diffWords(left, right) : null),
    [row.kind, left, right],
  );
  const isSame = row.kind === "same";
  const shared = { isWhole, onShowAll: () => setIsWhole(true), isSame };
  if (isSame && isPhone) return <Half {...shared} side={row.left} text={left} parts={null} look="same" column={null} />;
  return (
    <div className="grid grid-cols-2 border-b border-line max-md:grid-cols-1">
      <Half
        {...shared}
        side={row.left}
        text={left}
        parts={words?.left ?? null}
        look={isSame ? "same" : "removed"}
        column={isPhone ? columns[0] : null}
      />
      <Half
        {...shared}
        side={row.right}
        text={right}
        parts={words?.right ?? null}
        look={isSame ? "same" : "added"}
        column={isPhone ? columns[1] : null}
      />
    </div>
  );
}

type HalfProps = {
  side: NumberedMessage | null;
  text: string | null;
  parts: readonly WordPart[] | null;
  look: "same" | "removed" | "added";
  isWhole: boolean;
  onShowAll: () => void;
  /** Shown on a phone, where the sides are stacked. */
  column: number | null;
};

const grounds = { same: "", removed: "bg-diff-del", added: "bg-diff-add" } as const;

function Half({ side, text, parts, look, isWhole, onShowAll, column }: HalfProps) {
  const border = "min-w-0 md:[&+&]:border-l md:[&+&]:border-line";
  if (side === null || text === null) {
    return (
      <div
        className={classNames(
          border,
          "min-h-7 bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--line)_5px_6px)] opacity-60 max-md:hidden",
        )}
      >
        <span className="sr-only">no matching message</span>
      </div>
    );
  }
  const isLong = text.length > SHOWN_LENGTH && !isWhole;
  return (
    <div className={classNames(border, "px-4 py-1.5 max-md:px-3", grounds[look])}>
      <p className="flex items-center gap-2 text-micro text-ink-2">
        {column === null ? null : <SideLetter column={column} />}
        <b className="font-medium">{speakers[side.message.role]}</b>
        <span>
          {side.message.name ? `${side.message.name}, ` : ""}
          {side.isOutput ? "output" : `message ${side.number}`}
        </span>
      </p>
      <p
        className={classNames(
          "text-small leading-[18px] whitespace-pre-wrap [overflow-wrap:anywhere]",
          hasCode(side) && "text-code",
        )}
      >
        {text === "" ? <span className="text-ink-2">no content</span> : null}
        <MessageText text={text} parts={parts} look={look} most={isLong ? SHOWN_LENGTH : text.length} />
      </p>
      {isLong ? (
        <Button kind="ghost" size="small" onClick={onShowAll}>
          Show all, {formatCount(text.length - SHOWN_LENGTH)} more characters
        </Button>
      ) : null}
    </div>
  );
}

const hasCode = ({ message }: NumberedMessage) =>
  message.parts.some(({ kind }) => kind === "tool-request" || kind === "tool-result");

type WordsProps = { text: string; parts: readonly WordPart[] | null; look: HalfProps["look"]; most: number };

function MessageText({ text, parts, look, most }: WordsProps) {
  if (parts === null) return text.slice(0, most);
  const Tag = look === "removed" ? "del" : "ins";
  let shown = 0;
  return parts.map((part, index) => {
    const piece = part.text.slice(0, Math.max(0, most - shown));
    shown += part.text.length;
    if (piece === "") return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by nothing but their place
    if (!part.isChanged) return <span key={index}>{piece}</span>;
    return (
      <Tag
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by nothing but their place
        key={index}
        className={classNames(
          "rounded-bar text-ink no-underline",
          look === "removed" ? "bg-diff-del-word" : "bg-diff-add-word",
        )}
      >
        {piece}
      </Tag>
    );
  });
}
