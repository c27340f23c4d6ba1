"use client";

import { type ComponentType, type ReactNode, useMemo } from "react";
import { JsonViewer } from "@/components/json/json-viewer";
import type { MessageForm } from "@/components/markdown/message-form";
import { type CodeLoader, codeLoader } from "@/components/ui/code-loader";
import { LoadFailure } from "@/components/ui/load-failure";
import { jsonInText } from "@/lib/chat/json-in-text";
import { hasMarkup } from "@/lib/markdown/has-markup";
import { TruncatedText } from "./truncated-text";

type MessageTextProps = {
  text: string;
  form: MessageForm;
  /** True while it is being written. */
  isRunning?: boolean;
  /** Shows all of a long text at once: it was watched while it was written. */
  isWhole?: boolean;
  /** The size of its text. */
  className?: string;
};

const markdownText = codeLoader(async () => (await import("@/components/markdown/markdown-text")).MarkdownText);
const rawText = codeLoader(async () => (await import("@/components/markdown/raw-text")).RawText);

const SHOWN_LENGTH = 4000;

/** True for a text that looks different rendered and raw. */
export function hasForms(text: string): boolean {
  return hasMarkup(text) || jsonInText(text) !== undefined;
}

/** The text of a message: Markdown as it is meant, JSON as a tree, or everything as it was sent. */
export function MessageText(props: MessageTextProps) {
  const { text, form, isRunning = false, isWhole = false, className = "text-read text-ink" } = props;
  const plain = <PlainText text={text} isWhole={isWhole} className={className} />;
  const json = useMemo(() => (isRunning ? undefined : jsonInText(text)), [text, isRunning]);
  const isPlain = useMemo(() => !hasMarkup(text), [text]);
  if (form === "raw") {
    if (isPlain && json === undefined) return plain;
    return <WithCode key="raw" code={rawText} props={{ text }} pending={plain} />;
  }
  if (json !== undefined) {
    return (
      <div className="my-px rounded-control bg-sunken py-1.5">
        <JsonViewer label="message" value={json} />
      </div>
    );
  }
  if (isPlain) return plain;
  return (
    <WithCode key="markdown" code={markdownText} props={{ text, isRunning, isWhole, className }} pending={plain} />
  );
}

function PlainText({ text, isWhole, className }: { text: string; isWhole: boolean; className: string }) {
  return (
    <TruncatedText
      text={text}
      shownLength={isWhole ? Number.POSITIVE_INFINITY : SHOWN_LENGTH}
      className={`mt-px ${className}`}
    />
  );
}

type WithCodeProps<Props extends object> = {
  code: CodeLoader<ComponentType<Props>>;
  props: Props;
  pending: ReactNode;
};

/** The text is readable before its code has loaded, and without it. */
function WithCode<Props extends object>({ code, props, pending }: WithCodeProps<Props>) {
  const { code: Loaded, hasFailed, isRetrying, retry } = code.useCode();
  if (Loaded !== null) {
    return (
      <div className="mt-px">
        <Loaded {...props} />
      </div>
    );
  }
  return (
    <>
      {pending}
      {hasFailed ? <LoadFailure isRetrying={isRetrying} onRetry={retry} /> : null}
    </>
  );
}
