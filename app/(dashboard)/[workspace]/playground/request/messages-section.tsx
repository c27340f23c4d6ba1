import { Plus } from "lucide-react";
import { useCallback, useRef } from "react";
import type { DraftMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import {
  columnOf,
  copiedMessages,
  moved,
  scopedMessages,
  withColumn,
  withMessages,
  withNextMessage,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { ScopeMenu } from "@/app/(dashboard)/[workspace]/playground/form/scope-menu";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import { PromptBar } from "@/app/(dashboard)/[workspace]/playground/prompt/prompt-bar";
import type { PromptSaving } from "@/app/(dashboard)/[workspace]/playground/prompt/prompt-saving";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import { MessageEditor } from "./message-editor";
import type { MessageEdit } from "./message-menu";
import { type PromptFilling, PromptMenu } from "./prompt-menu";
import { useFocusOfNewMessage } from "./use-focus-of-new-message";

/** The shared messages, or those of one column. */
export function MessagesSection({ playground }: { playground: ScopedEditing & PromptFilling & PromptSaving }) {
  const { draft, scope, change } = playground;
  const messages = scopedMessages(draft, scope);
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useFocusOfNewMessage(list, messages);
  const edit = useCallback(
    (key: string, made: MessageEdit) => {
      if (made.kind === "add-after") focusNext();
      change((before) => withMessages(before, scope, edited(scopedMessages(before, scope) ?? [], key, made)));
    },
    [change, scope, focusNext],
  );
  const column = columnOf(draft, scope);
  return (
    <section aria-label="Messages">
      <SectionHead title="Messages" fact={messages ? formatCount(messages.length) : undefined}>
        {column?.messages ? (
          <Button
            kind="ghost"
            size="small"
            onClick={() => change((before) => withColumn(before, { ...column, messages: null }))}
          >
            Use shared messages
          </Button>
        ) : null}
        <ScopeMenu playground={playground} label="Messages of" />
        {messages ? <PromptMenu playground={playground} /> : null}
        {messages ? (
          <Button
            kind="ghost"
            size="small"
            icon={<Plus size={12} strokeWidth={2} aria-hidden="true" />}
            onClick={() => {
              focusNext();
              change((before) => withMessages(before, scope, withNextMessage(scopedMessages(before, scope) ?? [])));
            }}
          >
            Message
          </Button>
        ) : null}
      </SectionHead>
      {messages ? <PromptBar playground={playground} /> : null}
      {messages ? (
        <ol ref={list} className="divide-y divide-line border-t border-line">
          {messages.map((message, index) => (
            <MessageEditor
              key={message.key}
              message={message}
              index={index}
              isLast={index === messages.length - 1}
              toolCallIds={answeredToolCallIds(messages, index)}
              onEdit={edit}
            />
          ))}
        </ol>
      ) : (
        <p className="px-4 pb-3 text-small text-ink-2">
          This column sends the shared messages.{" "}
          <button
            type="button"
            className="text-accent-text hover:underline"
            onClick={() => change((before) => withMessages(before, scope, copiedMessages(before.messages)))}
          >
            Use own messages
          </button>
        </p>
      )}
    </section>
  );
}

function edited(messages: readonly DraftMessage[], key: string, made: MessageEdit): readonly DraftMessage[] {
  const index = messages.findIndex((message) => message.key === key);
  switch (made.kind) {
    case "change":
      return messages.map((message) => (message.key === key ? made.change(message) : message));
    case "move":
      return moved(messages, index, made.by);
    case "remove":
      return messages.filter((message) => message.key !== key);
    case "add-after": {
      const after = withNextMessage(messages.slice(0, index + 1));
      return [...after, ...messages.slice(index + 1)];
    }
  }
}

/** The tool calls before a message, as text, so that equal lists compare equal. */
function answeredToolCallIds(messages: readonly DraftMessage[], index: number): string {
  if (messages[index]?.role !== "tool") return "";
  const calls = messages.slice(0, index).flatMap(({ toolCalls }) => toolCalls);
  return [...new Set(calls.map(({ id }) => id))].filter(Boolean).join("\n");
}
