"use client";

import { KindGlyph } from "@/components/glyph/kind-glyph";
import { JsonViewer } from "@/components/json/json-viewer";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { TruncatedText } from "@/components/ui/truncated-text";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { ChatPart, ToolRequestPart, ToolResultPart } from "@/lib/chat/chat-message";
import { fileEditsIn } from "@/lib/chat/file-edits";
import { formatCount } from "@/lib/format/count";
import { TranscriptMedia } from "./transcript-media";

const FileEditView = partLoadedLater(async () => (await import("./file-edit-view")).FileEditView);

type TranscriptPartProps = { part: ChatPart; names: ReadonlyMap<string, string> };

/** One part of a message; each kind has its own view. A kind without a view does not compile. */
export function TranscriptPart({ part, names }: TranscriptPartProps) {
  switch (part.kind) {
    case "text":
      return <TruncatedText text={part.text} shownLength={SHOWN_LENGTH} className="mt-px text-read text-ink" />;
    case "reasoning":
      return (
        <details className="mt-1 text-small text-ink-2">
          <summary className="cursor-default text-ink-3 hover:text-ink">
            Reasoning, {formatCount(part.text.length)} characters
          </summary>
          <TruncatedText text={part.text} shownLength={SHOWN_LENGTH} className="mt-px text-read text-ink" />
        </details>
      );
    case "media":
      return <TranscriptMedia part={part} />;
    case "tool-request":
      return <ToolRequest part={part} />;
    case "tool-result":
      return <ToolResult part={part} name={part.name ?? names.get(part.requestId ?? "") ?? null} />;
    case "unknown":
      return <JsonViewer label="part" value={part.value} />;
  }
}

const SHOWN_LENGTH = 4000;

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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      aria-label={part.name}
      className="mt-[5px] overflow-hidden rounded-panel border border-line bg-surface"
    >
      <p className="flex h-7 items-center gap-[7px] border-b border-line pr-1 pl-2.5">
        <KindGlyph kind="tool" />
        <span className="min-w-0 truncate text-code font-medium">{part.name}</span>
        {part.id === null ? null : (
          <span className="ml-auto flex min-w-0 items-center gap-1 text-ink-3">
            <span className="truncate text-code">{part.id}</span>
            <CopyButton text={part.id} label="Copy tool call id" copiedMessage="Id copied" />
          </span>
        )}
      </p>
      <div className="py-1.5">
        {edits === null ? <JsonViewer label="arguments" value={sent} /> : <FileEditView edits={edits} />}
      </div>
    </div>
  );
}

function ToolResult({ part, name }: { part: ToolResultPart; name: string | null }) {
  const value = argumentsOf(part.value);
  const label = name === null ? "Result" : `Result of ${name}`;
  const edits = part.isError ? null : fileEditsIn(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={label} className="mt-[5px]">
      {part.isError ? (
        <Callout tone="err">
          <span className="text-code whitespace-pre-wrap">
            {typeof value === "string" ? value : JSON.stringify(value)}
          </span>
        </Callout>
      ) : edits !== null ? (
        <div className="rounded-control bg-sunken py-1.5">
          <FileEditView edits={edits} />
        </div>
      ) : typeof value === "string" ? (
        <TruncatedText text={value} shownLength={SHOWN_LENGTH} className="mt-px text-read text-ink" />
      ) : (
        <div className="rounded-control bg-sunken py-1.5">
          <JsonViewer label="result" value={value} />
        </div>
      )}
    </div>
  );
}
