"use client";

import { SmilePlus } from "lucide-react";
import { useUserNames } from "@/components/session/use-user-names";
import { Button } from "@/components/ui/button";
import { Popover, PopoverClose } from "@/components/ui/popover";
import type { ReactionGroup } from "@/lib/feedback/feedback-entries";
import { userName } from "@/lib/format/user-name";
import { classNames } from "@/lib/style/class-names";

const OFFERED = ["👍", "👎", "🎉", "❤️", "😄", "😕", "🚀", "👀", "✅", "❌", "⭐", "🐛", "🤔", "🔥", "💯", "⚠️"] as const;

type ReactionsProps = {
  groups: readonly ReactionGroup[];
  isLocked: boolean;
  onAdd: (emoji: string) => void;
  onRemove: (id: string) => void;
};

/** Reactions with their counts, and on hover with who reacted. A click adds a reaction or removes the user's own. */
export function Reactions({ groups, isLocked, onAdd, onRemove }: ReactionsProps) {
  const names = useUserNames();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label="Reactions" className="flex flex-wrap items-center gap-1.5">
      {groups.map(({ emoji, count, authors, ownId }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={ownId !== null}
          aria-label={`${emoji}, ${count}`}
          title={authors.map((author) => userName(author, names)).join(", ") || undefined}
          disabled={isLocked}
          onClick={() => (ownId === null ? onAdd(emoji) : onRemove(ownId))}
          className={classNames(
            "flex h-6 items-center gap-1.5 rounded-control border px-2 text-small max-md:h-9",
            ownId === null ? "border-line-strong hover:bg-hover" : "border-accent-line bg-accent-tint",
          )}
        >
          <span aria-hidden="true">{emoji}</span>
          {count}
        </button>
      ))}
      <Popover
        label="Choose a reaction"
        trigger={
          <Button size="small" disabled={isLocked} icon={<SmilePlus size={13} strokeWidth={1.7} aria-hidden="true" />}>
            React
          </Button>
        }
      >
        <div className="grid grid-cols-8 gap-0.5">
          {OFFERED.map((emoji) => (
            <PopoverClose key={emoji} asChild>
              <button
                type="button"
                aria-label={emoji}
                onClick={() => onAdd(emoji)}
                className="grid size-7 place-items-center rounded-chip text-[15px] hover:bg-hover max-md:size-9"
              >
                {emoji}
              </button>
            </PopoverClose>
          ))}
        </div>
      </Popover>
    </div>
  );
}
