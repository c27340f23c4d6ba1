"use client";

import { ChevronRight, CircleHelp, Shield } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useIsFound } from "@/components/find/find-words";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { type MessageForm, useMessageForm } from "@/components/markdown/message-form";
import { CopyButton } from "@/components/ui/copy-button";
import { type ChatMessage, type ChatRole, messageText } from "@/lib/chat/chat-message";
import type { TranscriptMessage } from "@/lib/chat/transcript";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { useFold } from "./fold-all";
import { MessageFormButton } from "./message-form-button";
import { hasForms } from "./message-text";
import { TranscriptPart } from "./transcript-part";

/** Name and glyph of a role. */
export const speakers: Record<ChatRole, { title: string; glyph: ReactNode }> = {
  system: { title: "System", glyph: <Shield size={12} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" /> },
  user: { title: "User", glyph: <KindGlyph kind="user" /> },
  assistant: { title: "Assistant", glyph: <KindGlyph kind="agent" /> },
  tool: { title: "Tool result", glyph: <KindGlyph kind="tool" /> },
  other: {
    title: "Other",
    glyph: <CircleHelp size={12} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />,
  },
};

const THREAD_LINE_CLASS = "before:absolute before:top-4 before:-bottom-[3px] before:left-1.5 last:before:hidden";

const threads: Record<TranscriptMessage["stitch"], string> = {
  none: "before:w-px before:bg-line-strong",
  answered: "before:border-l before:border-dashed before:border-line-input",
  failed: "before:border-l before:border-dashed before:border-err",
};

type TranscriptMessageProps = { item: TranscriptMessage; names: ReadonlyMap<string, string> };

/** One message of the conversation. A system prompt is collapsed to one line until it is opened. */
export function TranscriptMessageView({ item, names }: TranscriptMessageProps) {
  const { message, stitch } = item;
  const { glyph } = speakers[message.role];
  return (
    <li className={classNames("group/message relative pb-3 pl-6", THREAD_LINE_CLASS, threads[stitch])}>
      <span className="absolute top-0.5 left-0 grid size-[13px] place-items-center bg-surface">{glyph}</span>
      {message.role === "system" ? (
        <SystemPrompt text={messageText(message)} />
      ) : (
        <SpokenMessage message={message} names={names} />
      )}
    </li>
  );
}

function SpokenMessage({ message, names }: { message: ChatMessage; names: ReadonlyMap<string, string> }) {
  const { form, setForm, hasSwitch } = useFormOf(message);
  const { title } = speakers[message.role];
  const result = message.parts.find((part) => part.kind === "tool-result");
  const name = message.name ?? result?.name ?? (result?.requestId ? names.get(result.requestId) : undefined);
  return (
    <>
      <div className="flex max-w-[660px] items-baseline gap-2 text-micro leading-4 text-ink-3">
        <b className="text-small font-medium text-ink">{title}</b>
        {name ? <span className={result ? "text-code" : undefined}>{name}</span> : null}
        {hasSwitch ? (
          <span
            className={classNames(
              "-my-1 ml-auto flex items-center gap-0.5 self-center group-hover/message:opacity-100 focus-within:opacity-100 max-md:opacity-100 [&_button]:h-6",
              form === "rendered" && "opacity-0",
            )}
          >
            <MessageFormButton form={form} onForm={setForm} />
            <CopyButton text={() => messageText(message)} label="Copy message" copiedMessage="Message copied" />
          </span>
        ) : null}
      </div>
      {message.parts.length === 0 ? <p className="text-small text-ink-3">no content</p> : null}
      {message.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a stored message never move
        <TranscriptPart key={index} part={part} names={names} form={form} />
      ))}
    </>
  );
}

/** The form of one message: its own choice, until the form of all messages is chosen again. */
function useFormOf(message: ChatMessage) {
  const [remembered] = useMessageForm();
  const [own, setOwn] = useState<{ form: MessageForm; over: MessageForm } | null>(null);
  const hasSwitch = useMemo(
    () => message.parts.some((part) => part.kind === "text" && hasForms(part.text)),
    [message.parts],
  );
  const form = own !== null && own.over === remembered ? own.form : remembered;
  return { form, setForm: (next: MessageForm) => setOwn({ form: next, over: remembered }), hasSwitch };
}

function SystemPrompt({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useFold({ isFound: useIsFound(text) });
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="-mt-1 flex h-[26px] w-full items-center gap-1.5 rounded-chip bg-sunken px-2 text-left text-small hover:bg-hover"
      >
        <ChevronRight size={12} strokeWidth={1.7} aria-hidden="true" className={isOpen ? "rotate-90" : undefined} />
        <b className="font-medium">System</b>
        <span className="min-w-0 flex-1 truncate text-ink-2">{isOpen ? "" : text.slice(0, 200)}</span>
        <span className="flex-none text-ink-3">{countOf(text.length, "character")}</span>
      </button>
      {isOpen ? <TranscriptPart part={{ kind: "text", text }} names={new Map()} /> : null}
    </>
  );
}
