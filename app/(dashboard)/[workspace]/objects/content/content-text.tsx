"use client";

import { useState } from "react";
import { formatCount } from "@/lib/format/count";
import type { PromptMessage } from "./prepare-content";

/** The number of characters shown until the user shows all: browsers take seconds to lay out megabytes. */
const SHOWN_CHARACTERS = 20_000;

/** The messages of a prompt in order: the role, then the text with its line breaks. */
export function Messages({ messages }: { messages: readonly PromptMessage[] }) {
  return (
    <section aria-label="Messages" className="flex-none border-t border-line px-4 py-3">
      <ol className="grid gap-3">
        {messages.map(({ role, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are told apart by nothing but their place
            key={index}
            className="relative pl-5 before:absolute before:top-2 before:bottom-0 before:left-[3px] before:w-px before:bg-line-strong"
          >
            <span
              aria-hidden="true"
              className="absolute top-1.5 left-0 size-[7px] rounded-full border-[1.5px] border-ink-3 bg-bg"
            />
            <b className="text-small">{role}</b>
            <LongText text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Prose({ text }: { text: string }) {
  return (
    <section aria-label="Text" className="flex-none border-t border-line px-4 py-3">
      <LongText text={text} />
    </section>
  );
}

function LongText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, text.length - SHOWN_CHARACTERS);
  return (
    <p className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">
      {hidden > 0 ? text.slice(0, SHOWN_CHARACTERS) : text}
      {hidden > 0 ? (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="mx-1 rounded-[3px] bg-active px-1 text-[0.6875rem] leading-[15px] text-accent-text hover:underline"
        >
          Show all, {formatCount(hidden)} more characters
        </button>
      ) : null}
    </p>
  );
}
