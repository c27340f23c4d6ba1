"use client";

import { History, Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { Input } from "@/components/form/input";
import { KeyCap } from "@/components/ui/key-cap";
import { lastPieceStart } from "@/lib/filter/query-text";
import { fieldBeingTyped, type Suggestion, type SuggestionSource, suggest } from "@/lib/filter/suggestions";

type QueryBoxProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  placeholder: string;
  /** Text being typed; it becomes part of the query at Enter. */
  text: string;
  onTextChange: (text: string) => void;
  sources: readonly SuggestionSource[];
  /** Recent queries, suggested while the box is empty. */
  recent?: readonly string[];
  /** True while a term is being edited in the box: Escape cancels the edit. */
  onCancel?: (() => void) | undefined;
  /** Called with the field whose value is being typed, to load its values. */
  onFieldTyped?: ((field: string | null) => void) | undefined;
  onAsk: (text: string) => void;
  onRecentChosen?: (query: string) => void;
  /** Backspace in the empty box. */
  onBack: () => void;
};

/** The input for terms, with suggested fields and values. Enter applies; Escape leaves. */
export function QueryBox(props: QueryBoxProps) {
  const { inputRef, placeholder, text, onTextChange, sources, onAsk, onBack, onCancel } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const listId = useId();
  const begins = lastPieceStart(text);
  const suggestions = isOpen ? suggest(text.slice(begins), sources, text === "" ? props.recent : []) : [];
  const findFieldValues = (typed: string) => props.onFieldTyped?.(fieldBeingTyped(typed.slice(lastPieceStart(typed))));
  const change = (next: string) => {
    onTextChange(next);
    setChosen(-1);
    setIsOpen(true);
    findFieldValues(next);
  };
  const take = (suggestion: Suggestion) => {
    if (suggestion.isRecent) {
      props.onRecentChosen?.(suggestion.text);
      setIsOpen(false);
      return;
    }
    const next = text.slice(0, begins) + suggestion.text;
    if (suggestion.isWhole) ask(next);
    else change(next);
    inputRef.current?.focus();
  };
  const ask = (query: string) => {
    // A term that was edited to nothing is removed.
    if (query.trim() !== "" || onCancel) onAsk(query.trim());
    onTextChange("");
    setChosen(-1);
    setIsOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const picked = suggestions[chosen];
    if (event.key === "Enter" || (event.key === "Tab" && picked)) {
      event.preventDefault();
      if (picked) take(picked);
      else ask(text);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen(Math.max(-1, Math.min(suggestions.length - 1, chosen + step)));
    } else if (event.key === "Escape") {
      setIsOpen(false);
      if (onCancel) onCancel();
      else event.currentTarget.blur();
    } else if (event.key === "Backspace" && text === "") onBack();
  };
  return (
    <div className="relative w-[236px] flex-none max-md:w-full max-md:flex-1">
      <Input
        ref={inputRef}
        isChanged={onCancel !== undefined}
        size="small"
        role="combobox"
        aria-label="Search and filter"
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={placeholder}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
        onFocus={() => {
          setIsOpen(true);
          findFieldValues(text);
        }}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
        leading={<Search size={14} strokeWidth={1.7} aria-hidden="true" />}
        trailing={<KeyCap className="max-md:hidden">/</KeyCap>}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        tabIndex={-1}
        hidden={suggestions.length === 0}
        className="absolute top-full left-0 z-20 mt-1.5 max-h-[min(320px,60vh)] w-[360px] overflow-y-auto max-w-[calc(100vw-24px)] rounded-panel bg-surface p-1 text-small shadow-pop"
      >
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.text}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            // Keeps the focus in the box until the click is handled.
            onMouseDown={(event) => {
              event.preventDefault();
              take(suggestion);
            }}
            className="flex h-[26px] items-center gap-3 rounded-chip px-2 hover:bg-hover aria-selected:bg-accent-tint max-md:h-9"
          >
            {suggestion.isRecent ? (
              <History size={12} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
            ) : null}
            <span className="truncate text-code">{suggestion.text}</span>
            <span className="ml-auto flex-none text-micro text-ink-3">{suggestion.hint}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
