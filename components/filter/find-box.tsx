"use client";

import { ChevronDown, ChevronUp, Search, TriangleAlert } from "lucide-react";
import type { RefObject } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format/count";
import { useAwaitedStep } from "./use-awaited-step";

type FindBoxProps = {
  /** `Search in this trace`. */
  label: string;
  text: string;
  onText: (text: string | null) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Null without a search. */
  matchCount: number | null;
  /** The position of the selected match, from 0; negative when none is selected. */
  matchIndex: number;
  /** True while the count is that of an earlier text. */
  isBehind: boolean;
  /** True while the service may still find more. */
  isPending: boolean;
  /** True when there are more matches than are known here. */
  isCut: boolean;
  /** Searches again; null unless the service's part failed. */
  onRetry: (() => void) | null;
  onStep: (by: 1 | -1) => void;
};

/** Finds places in a page, and steps through them: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBox({ label, text, onText, inputRef, isBehind, onRetry, onStep, ...count }: FindBoxProps) {
  const { matchCount, isPending } = count;
  const stepOnceFound = useAwaitedStep({ text, mustWait: isBehind || (matchCount === 0 && isPending), onStep });
  return (
    <>
      <Input
        ref={inputRef}
        size="small"
        className="w-[216px] min-w-[132px] shrink max-md:flex-none"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onText(event.target.value || null)}
        onKeyDown={(event) => {
          if (event.key === "Enter") stepOnceFound(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") {
            onText(null);
            event.currentTarget.blur();
          } else return;
          event.preventDefault();
        }}
        leading={<Search size={14} strokeWidth={1.7} aria-hidden="true" />}
        trailing={
          matchCount === null ? (
            <span className="contents max-md:hidden">
              <KeyCap>/</KeyCap>
            </span>
          ) : (
            <MatchCount {...count} matchCount={matchCount} />
          )
        }
      />
      {onRetry === null || text === "" ? null : (
        <Tooltip text="Inputs and outputs could not be searched. Press to try again.">
          <Button kind="ghost" size="icon-small" aria-label="Search inputs and outputs again" onClick={onRetry}>
            <TriangleAlert size={14} strokeWidth={1.7} aria-hidden="true" className="text-warn" />
          </Button>
        </Tooltip>
      )}
      {matchCount !== null && matchCount > 0 ? (
        <span className="flex flex-none">
          <Button kind="ghost" size="icon-small" aria-label="Previous match" onClick={() => onStep(-1)}>
            <ChevronUp size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <Button kind="ghost" size="icon-small" aria-label="Next match" onClick={() => onStep(1)}>
            <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </span>
      ) : null}
    </>
  );
}

type MatchCountProps = { matchCount: number; matchIndex: number; isPending: boolean; isCut: boolean };

/** The position of the selected match, and the number of matches so far. */
function MatchCount({ matchCount, matchIndex, isPending, isCut }: MatchCountProps) {
  const none = isPending ? "" : "none";
  return (
    <span
      role="status"
      title={isCut ? "There are more matches than can be listed." : undefined}
      className="flex-none text-micro text-ink-3"
    >
      {matchCount === 0 ? none : `${matchIndex < 0 ? "–" : formatCount(matchIndex + 1)}/${formatCount(matchCount)}`}
      {isCut ? "+" : ""}
      {isPending ? "…" : ""}
    </span>
  );
}
