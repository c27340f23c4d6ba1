import { Columns2, CornerDownLeft, Ellipsis, MessagesSquare, Pin, PinOff, Trash2 } from "lucide-react";
import {
  type DraftColumn,
  type DraftMessage,
  MAX_COLUMNS,
  messagesOf,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import {
  copiedMessages,
  withColumn,
  withCopiedColumn,
  withMessages,
  withoutColumn,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { PlaygroundColumnActions } from "./use-column-actions";

type ColumnMenuProps = {
  column: DraftColumn;
  name: string;
  actions: PlaygroundColumnActions;
  /** The answer as a message, once it has ended with one. */
  answered: DraftMessage | null;
  isPinned: boolean;
  columnCount: number;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The actions of a column and its answer. */
export function PlaygroundColumnMenu({ column, name, actions, answered, isPinned, columnCount }: ColumnMenuProps) {
  const { change, setPinnedKey, setScope, store } = actions;
  const isAlone = columnCount < 2;
  return (
    <Menu
      label={`${name}: more`}
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" aria-label={`${name}: more`}>
          <Ellipsis {...icon} />
        </Button>
      }
    >
      <MenuItem
        disabled={answered === null}
        onSelect={() =>
          change((before) => {
            if (answered === null) return before;
            const messages = [...messagesOf(before, column), ...copiedMessages([answered])];
            return withMessages(before, column.messages ? column.key : "shared", messages);
          })
        }
      >
        <CornerDownLeft {...icon} />
        Add answer to messages
      </MenuItem>
      <MenuItem disabled={isAlone} onSelect={() => setPinnedKey(isPinned ? null : column.key)}>
        {isPinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        {isPinned ? "Stop comparing" : "Compare others with this"}
      </MenuItem>
      <MenuItem
        disabled={isAlone}
        onSelect={() => {
          change((before) => {
            const messages = column.messages ? null : copiedMessages(before.messages);
            return withColumn(before, { ...column, messages });
          });
          setScope(column.messages ? "shared" : column.key);
        }}
      >
        <MessagesSquare {...icon} />
        {column.messages ? "Use shared messages" : "Use own messages"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabled={columnCount >= MAX_COLUMNS}
        onSelect={() => change((before) => withCopiedColumn(before, column.key))}
      >
        <Columns2 {...icon} />
        Duplicate column
      </MenuItem>
      <MenuItem
        disabled={isAlone}
        onSelect={() => {
          store.forget(column.key);
          if (isPinned) setPinnedKey(null);
          change((before) => withoutColumn(before, column.key));
        }}
      >
        <Trash2 {...icon} />
        Remove column
      </MenuItem>
    </Menu>
  );
}
