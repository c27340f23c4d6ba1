import { Columns2, CornerDownLeft, Ellipsis, MessagesSquare, Pin, PinOff, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Answer } from "./answer/answer";
import { answeredMessage } from "./answered-message";
import { type DraftColumn, MOST_COLUMNS, messagesOf } from "./draft";
import { copiedMessages, withColumn, withCopiedColumn, withMessages, withoutColumn } from "./draft-changes";
import type { Playground } from "./use-playground";

type ColumnMenuProps = { playground: Playground; column: DraftColumn; name: string; answer: Answer };

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** What can be done with a column and its answer. */
export function ColumnMenu({ playground, column, name, answer }: ColumnMenuProps) {
  const { draft, change, pinnedKey, setPinnedKey, setScope, store } = playground;
  const isPinned = pinnedKey === column.key;
  const answered = answer.status === "running" ? null : answeredMessage(answer);
  const isAlone = draft.columns.length < 2;
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
        Add the answer to the messages
      </MenuItem>
      <MenuItem disabled={isAlone} onSelect={() => setPinnedKey(isPinned ? null : column.key)}>
        {isPinned ? <PinOff {...icon} /> : <Pin {...icon} />}
        {isPinned ? "Compare with nothing" : "Compare others with this"}
      </MenuItem>
      <MenuItem
        disabled={isAlone}
        onSelect={() => {
          const messages = column.messages ? null : copiedMessages(draft.messages);
          change((before) => withColumn(before, { ...column, messages }));
          setScope(column.messages ? "shared" : column.key);
        }}
      >
        <MessagesSquare {...icon} />
        {column.messages ? "Use the messages of all" : "Give it its own messages"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabled={draft.columns.length >= MOST_COLUMNS}
        onSelect={() => change((before) => withCopiedColumn(before, column.key))}
      >
        <Columns2 {...icon} />
        Copy the column
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
        Remove the column
      </MenuItem>
    </Menu>
  );
}
