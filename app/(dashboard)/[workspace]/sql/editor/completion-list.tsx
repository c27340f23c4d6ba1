import type { SqlCompletion } from "./complete-sql";

type CompletionListProps = {
  id: string;
  choices: readonly SqlCompletion[];
  chosen: number;
  /** Where the typed part begins: its line from 1, and the letters before it. */
  line: number;
  column: number;
  onTake: (choice: SqlCompletion) => void;
};

/** Names under the one that is being typed. */
export function CompletionList({ id, choices, chosen, line, column, onTake }: CompletionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Names"
      tabIndex={-1}
      hidden={choices.length === 0}
      style={{ top: `${line * 18 + 12}px`, left: `calc(${column}ch + 12px)` }}
      className="absolute z-20 w-[320px] max-w-full rounded-panel bg-surface p-1 font-mono text-mono shadow-pop"
    >
      {choices.map((choice, index) => (
        <div
          key={choice.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // Keeps the focus in the field until the press is handled.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(choice);
          }}
          className="flex h-[26px] items-center gap-3 rounded-chip px-2 hover:bg-hover aria-selected:bg-accent-tint max-md:h-9"
        >
          <span className="truncate">{choice.text}</span>
          <span className="ml-auto flex-none font-sans text-micro text-ink-3">{choice.hint}</span>
        </div>
      ))}
    </div>
  );
}
