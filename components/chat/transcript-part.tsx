"use client";

import { useIsFound } from "@/components/find/find-words";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { JsonViewer } from "@/components/json/json-viewer";
import { type MessageForm, useMessageForm } from "@/components/markdown/message-form";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Tag } from "@/components/ui/tag";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatPart, ToolRequestPart, ToolResultPart } from "@/lib/chat/chat-message";
import { fileEditsIn } from "@/lib/chat/file-edits";
import { formatCount } from "@/lib/format/count";
import { isMembers } from "@/lib/json/value/members";
import { useFold } from "./fold-all";
import { MessageText } from "./message-text";
import { ToolLine } from "./tool-line";
import { TranscriptMedia } from "./transcript-media";
import { TruncatedText } from "./truncated-text";

const FoundDocuments = partLoadedLater(async () => (await import("./found-documents")).FoundDocuments);

const FileEditView = partLoadedLater(async () => (await import("./file-edit-view")).FileEditView);

type TranscriptPartProps = {
  part: ChatPart;
  names: ReadonlyMap<string, string>;
  /** The form of texts; the remembered one where a message has no switch of its own. */
  form?: MessageForm;
};

/** One part of a message; each kind has its own view. A kind without a view does not compile. */
export function TranscriptPart({ part, names, form }: TranscriptPartProps) {
  const [remembered] = useMessageForm();
  const shownForm = form ?? remembered;
  switch (part.kind) {
    case "text":
      return part.isRefusal ? (
        <Refusal text={part.text} form={shownForm} />
      ) : (
        <MessageText text={part.text} form={shownForm} />
      );
    case "reasoning":
      return <Reasoning text={part.text} form={shownForm} />;
    case "media":
      return <TranscriptMedia part={part} />;
    case "tool-request":
      return <ToolRequest part={part} />;
    case "tool-result":
      return <ToolResult part={part} name={part.name ?? names.get(part.requestId ?? "") ?? null} />;
    case "documents":
      return <FoundDocuments documents={part.documents} />;
    case "unknown":
      return <JsonViewer label="part" value={part.value} />;
  }
}

function Refusal({ text, form }: { text: string; form: MessageForm }) {
  return (
    <>
      <p className="mt-1">
        <Tag>refused</Tag>
      </p>
      <MessageText text={text} form={form} />
    </>
  );
}

function Reasoning({ text, form }: { text: string; form: MessageForm }) {
  const [isOpen, setIsOpen] = useFold({ isFound: useIsFound(text) });
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // A search that opens it is not a choice.
        if (currentTarget.open !== isOpen) setIsOpen(currentTarget.open);
      }}
      className="mt-1 text-small text-ink-2"
    >
      <summary className="cursor-default text-ink-3 hover:text-ink">
        Reasoning, {formatCount(text.length)} characters
      </summary>
      <MessageText text={text} form={form} />
    </details>
  );
}

const SHOWN_LENGTH = 4000;

/** A text in one line up to this length is shown without a click. */
const SHORT_LENGTH = 120;

/** Arguments are mostly sent as JSON text: shown as the parsed value, or unchanged where parsing fails. */
function argumentsOf(sent: unknown): unknown {
  if (typeof sent !== "string") return sent;
  try {
    return parseJson(sent);
  } catch {
    // The model wrote invalid JSON: shown unchanged.
    return sent;
  }
}

function ToolRequest({ part }: { part: ToolRequestPart }) {
  const sent = argumentsOf(part.arguments);
  const edits = fileEditsIn(sent);
  const isEmpty = sent === null || sent === "" || (isMembers(sent) && Object.keys(sent).length === 0);
  const title = (
    <>
      <KindGlyph kind="tool" />
      <span className="max-w-[60%] flex-none truncate text-code font-medium">{part.name}</span>
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={part.name} className="mt-[5px]">
      {edits !== null || isEmpty ? (
        <div className="overflow-hidden rounded-control border border-line bg-surface">
          <p className="flex h-7 items-center gap-[7px] pr-1 pl-2">
            {title}
            {isEmpty ? <span className="text-micro text-ink-3">no arguments</span> : null}
            <ToolId id={part.id} />
          </p>
          {edits === null ? null : (
            <div className="border-t border-line py-1.5">
              <FileEditView edits={edits} />
            </div>
          )}
        </div>
      ) : (
        <ToolLine title={title} value={sent} noun="arguments">
          {() => (
            <>
              <JsonViewer label="arguments" value={sent} />
              {part.id === null ? null : (
                <p className="flex items-center pr-1 pl-2.5">
                  <ToolId id={part.id} />
                </p>
              )}
            </>
          )}
        </ToolLine>
      )}
    </div>
  );
}

function ToolId({ id }: { id: string | null }) {
  if (id === null) return null;
  return (
    <span className="ml-auto flex min-w-0 items-center gap-1 text-ink-3">
      <span className="truncate text-code">{id}</span>
      <CopyButton text={id} label="Copy tool call id" copiedMessage="Id copied" />
    </span>
  );
}

function ToolResult({ part, name }: { part: ToolResultPart; name: string | null }) {
  const label = name === null ? "Result" : `Result of ${name}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={label} className="mt-[5px]">
      <ToolResultValue part={part} />
    </div>
  );
}

/** A failure and an edit are what a reader looks for: they are shown at once. */
function ToolResultValue({ part }: { part: ToolResultPart }) {
  const value = argumentsOf(part.value);
  const edits = part.isError ? null : fileEditsIn(value);
  if (part.isError) {
    return (
      <Callout tone="err">
        <TruncatedText
          text={typeof value === "string" ? value : stringifyJson(value)}
          shownLength={SHOWN_LENGTH}
          className="text-code"
        />
      </Callout>
    );
  }
  if (edits !== null) {
    return (
      <div className="rounded-control bg-sunken py-1.5">
        <FileEditView edits={edits} />
      </div>
    );
  }
  if (typeof value === "string" && value.length <= SHORT_LENGTH && !value.includes("\n")) {
    return <p className="mt-px text-read text-ink [overflow-wrap:anywhere]">{value === "" ? "empty" : value}</p>;
  }
  return (
    <ToolLine value={value} noun="result" durationMs={part.durationMs}>
      {() =>
        typeof value === "string" ? (
          <div className="px-2.5">
            <TruncatedText text={value} shownLength={SHOWN_LENGTH} className="text-code leading-[18px]" />
          </div>
        ) : (
          <JsonViewer label="result" value={value} />
        )
      }
    </ToolLine>
  );
}
