import { ChevronDown } from "lucide-react";
import { memo, useId, useState } from "react";
import {
  type DraftMessage,
  type MessagePart,
  messageRoles,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { Input } from "@/components/form/input";
import { Menu, MenuChoice } from "@/components/ui/menu";
import { partsOfFiles } from "./attach-files";
import type { MessageEdit } from "./message-menu";
import { MessageMenu } from "./message-menu";
import { MessageParts } from "./message-parts";
import { ToolCallsEditor } from "./tool-calls-editor";

type MessageEditorProps = {
  message: DraftMessage;
  index: number;
  isLast: boolean;
  /** Ids of tool calls that a result can answer, one per line. */
  toolCallIds: string;
  onEdit: (key: string, edit: MessageEdit) => void;
};

/** One message: its role, its content, and its tool calls or the one it answers. Redrawn only when it changes. */
export const MessageEditor = memo(function MessageEditor(props: MessageEditorProps) {
  const { message, index, isLast, toolCallIds, onEdit } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const change = (made: (before: DraftMessage) => DraftMessage) =>
    onEdit(message.key, { kind: "change", change: made });
  const setParts = (made: (parts: readonly MessagePart[]) => readonly MessagePart[]) =>
    change((before) => ({ ...before, parts: made(before.parts) }));
  const attach = async (files: readonly File[]) => {
    const { parts, refused } = await partsOfFiles(files);
    setProblem(refused);
    if (parts.length > 0) setParts((before) => [...before, ...parts]);
  };
  const name = `Message ${index + 1}`;
  const otherNames = Object.keys(message.others);
  return (
    <li
      aria-label={`${name}, ${message.role}`}
      className="grid grid-cols-[82px_minmax(0,1fr)_24px] items-start gap-x-1 py-1.5 pr-2 pl-3 focus-within:bg-surface focus-within:shadow-[inset_2px_0_var(--accent)] max-md:grid-cols-[76px_minmax(0,1fr)_36px] max-md:pl-2"
    >
      <Menu
        label="Role"
        trigger={
          <button
            type="button"
            aria-label={`Role of ${name.toLowerCase()}: ${message.role}`}
            className="flex h-5 items-center gap-[3px] rounded-chip px-1 text-small text-ink-2 hover:bg-hover hover:text-ink max-md:h-8"
          >
            {message.role}
            <ChevronDown size={11} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
          </button>
        }
      >
        {messageRoles.map((role) => (
          <MenuChoice
            key={role}
            isChosen={role === message.role}
            onSelect={() => change((before) => ({ ...before, role }))}
          >
            {role}
          </MenuChoice>
        ))}
      </Menu>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5 max-md:pt-1.5">
        {message.role === "tool" ? (
          <ToolCallId
            name={name}
            id={message.toolCallId}
            toolCallIds={toolCallIds}
            onChange={(toolCallId) => change((before) => ({ ...before, toolCallId }))}
          />
        ) : null}
        <MessageParts message={message} name={name} onChange={setParts} onFiles={(files) => void attach(files)} />
        <ToolCallsEditor
          name={name}
          calls={message.toolCalls}
          onChange={(toolCalls) => change((before) => ({ ...before, toolCalls }))}
        />
        {otherNames.length === 0 ? null : (
          <p className="text-micro text-ink-3">
            also sent: <span className="text-code">{otherNames.join(", ")}</span>{" "}
            <button
              type="button"
              className="text-accent-text hover:underline"
              onClick={() => change((before) => ({ ...before, others: {} }))}
            >
              remove
            </button>
          </p>
        )}
        {problem === null ? null : (
          <p role="alert" className="text-micro text-err">
            {problem}
          </p>
        )}
      </div>
      <MessageMenu
        message={message}
        name={name}
        isFirst={index === 0}
        isLast={isLast}
        onEdit={(made) => onEdit(message.key, made)}
        onFiles={(files) => void attach(files)}
      />
    </li>
  );
});

type ToolCallIdProps = { name: string; id: string; toolCallIds: string; onChange: (id: string) => void };

function ToolCallId({ name, id, toolCallIds, onChange }: ToolCallIdProps) {
  const listId = useId();
  return (
    <>
      <Input
        size="small"
        isMono
        list={listId}
        aria-label={`${name}: id of the tool call that it answers`}
        placeholder="tool_call_id"
        spellCheck={false}
        value={id}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {toolCallIds.split("\n").map((toolCallId) => (
          <option key={toolCallId} value={toolCallId} />
        ))}
      </datalist>
    </>
  );
}
