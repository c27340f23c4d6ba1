import { Fragment } from "react";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { prettyJson } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { ScrollRegion } from "@/components/ui/scroll-region";

type StoredPreviewProps = { messages: readonly Members[]; config: Members };

/** The content of a prompt before it is stored: its messages with `{variables}`, then model and parameters as JSON. */
export function StoredPreview({ messages, config }: StoredPreviewProps) {
  return (
    <ScrollRegion
      aria-label="Stored content"
      className="grid max-h-[38vh] content-start gap-2.5 overflow-auto rounded-control border border-line bg-sunken px-3 py-2.5 outline-offset-[-1px]"
    >
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity, and none is moved here
        <div key={index} className="grid min-w-0 gap-0.5">
          <h3 className="text-micro font-medium text-ink-3">{String(message.role)}</h3>
          <p className="text-code whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Variables text={textOf(message)} />
          </p>
        </div>
      ))}
      {Object.keys(config).length === 0 ? null : (
        <div className="grid min-w-0 gap-0.5">
          <h3 className="text-micro font-medium text-ink-3">config</h3>
          <pre className="text-code whitespace-pre-wrap [overflow-wrap:anywhere]">{prettyJson(config)}</pre>
        </div>
      )}
    </ScrollRegion>
  );
}

/** Longer messages are stored completely, but truncated here. */
const MAX_SHOWN_CHARACTERS = 20_000;

function textOf({ role: _role, content, ...others }: Members): string {
  const text = typeof content === "string" ? content : content === null ? "" : prettyJson(content);
  const rest = Object.keys(others).length === 0 ? "" : `${text === "" ? "" : "\n"}${prettyJson(others)}`;
  const whole = text + rest;
  return whole.length > MAX_SHOWN_CHARACTERS ? `${whole.slice(0, MAX_SHOWN_CHARACTERS)}…` : whole;
}

const VARIABLE = /(\{\{|\}\}|\{[A-Za-z_]\w*\})/;

/** A text with its variables marked. Doubled braces are literal ones. */
function Variables({ text }: { text: string }) {
  return text.split(VARIABLE).map((part, index) =>
    /^\{\w+\}$/.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <mark key={index} className="rounded-chip bg-accent-tint px-0.5 text-accent-text">
        {part}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
