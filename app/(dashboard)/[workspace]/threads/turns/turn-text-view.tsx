"use client";

import { useState } from "react";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { AnswerContent } from "@/lib/thread/turn-text";

/** Longer texts are truncated and can be expanded. */
const MAX_CHARACTERS = 1200;

type TurnTextViewProps = { content: AnswerContent; label: string; className?: string };

/** The text of one side, complete or truncated with the number of characters. */
export function TurnTextView({ content, label, className }: TurnTextViewProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = content.text.length > MAX_CHARACTERS;
  const text = isLong && !isWhole ? `${content.text.slice(0, MAX_CHARACTERS)}…` : content.text;
  return (
    <div className={classNames("text-read leading-5", content.isJson && "text-code", className)}>
      <span className="sr-only">{label}: </span>
      <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">{text}</span>
      {isLong ? (
        <button
          type="button"
          onClick={() => setIsWhole(!isWhole)}
          className="ml-1.5 text-small text-accent-text hover:underline"
        >
          {isWhole ? "Show less" : `Show all ${formatCount(content.text.length)} characters`}
        </button>
      ) : null}
    </div>
  );
}
