import { ArrowDown, ArrowUp, Ellipsis, Paperclip, Plus, Trash2, Wrench } from "lucide-react";
import { useRef } from "react";
import { type DraftMessage, newKey, textPart } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";

/** The edits of one message. */
export type MessageEdit =
  | { readonly kind: "change"; readonly change: (message: DraftMessage) => DraftMessage }
  | { readonly kind: "move"; readonly by: 1 | -1 }
  | { readonly kind: "remove" }
  | { readonly kind: "add-after" };

type MessageMenuProps = {
  message: DraftMessage;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onEdit: (edit: MessageEdit) => void;
  onFiles: (files: readonly File[]) => void;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The menu of a message. */
export function MessageMenu({ message, name, isFirst, isLast, onEdit, onFiles }: MessageMenuProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const hasText = message.parts.some((part) => part.kind === "text");
  return (
    <>
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        aria-label={`Attach files to ${name.toLowerCase()}`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Menu
        label={`${name}: more`}
        align="end"
        trigger={
          <Button kind="ghost" size="icon-small" aria-label={`${name}: more`}>
            <Ellipsis {...icon} />
          </Button>
        }
      >
        {hasText ? null : (
          <MenuItem
            onSelect={() =>
              onEdit({ kind: "change", change: (before) => ({ ...before, parts: [textPart(""), ...before.parts] }) })
            }
          >
            <Plus {...icon} />
            Text
          </MenuItem>
        )}
        <MenuItem onSelect={() => fileInput.current?.click()}>
          <Paperclip {...icon} />
          Image or file
        </MenuItem>
        {message.role === "assistant" ? (
          <MenuItem
            onSelect={() =>
              onEdit({
                kind: "change",
                change: (before) => ({
                  ...before,
                  toolCalls: [...before.toolCalls, { id: `call_${newKey()}`, name: "", arguments: "{}" }],
                }),
              })
            }
          >
            <Wrench {...icon} />
            Tool call
          </MenuItem>
        ) : null}
        <MenuItem onSelect={() => onEdit({ kind: "add-after" })}>
          <Plus {...icon} />
          Insert message below
        </MenuItem>
        <MenuSeparator />
        <MenuItem disabled={isFirst} onSelect={() => onEdit({ kind: "move", by: -1 })}>
          <ArrowUp {...icon} />
          Move up
        </MenuItem>
        <MenuItem disabled={isLast} onSelect={() => onEdit({ kind: "move", by: 1 })}>
          <ArrowDown {...icon} />
          Move down
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => onEdit({ kind: "remove" })}>
          <Trash2 {...icon} />
          Remove
        </MenuItem>
      </Menu>
    </>
  );
}
