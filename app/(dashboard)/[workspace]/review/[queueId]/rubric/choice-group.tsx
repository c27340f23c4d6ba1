"use client";

import { type KeyboardEvent, useId } from "react";
import { KeyCap } from "@/components/ui/key-cap";
import type { Choice } from "@/lib/review/rubric";
import { classNames } from "@/lib/style/class-names";

type ChoiceGroupProps = {
  labelledBy: string;
  choices: readonly Choice[];
  text: string;
  isDisabled: boolean;
  onAnswer: (text: string) => void;
  fieldRef: (element: HTMLElement | null) => void;
};

/**
 * The answers to choose from. The group itself has the focus, not one of its buttons: Enter then saves instead of pressing
 * a button, and Tab goes to the next question.
 */
export function ChoiceGroup({ labelledBy, choices, text, isDisabled, onAnswer, fieldRef }: ChoiceGroupProps) {
  const id = useId();
  const chosen = choices.findIndex((choice) => choice.text === text);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || isDisabled) return;
    event.preventDefault();
    const next = choices[(chosen + step + choices.length) % choices.length];
    if (next) onAnswer(next.text);
  };
  return (
    <div
      ref={fieldRef}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-disabled={isDisabled || undefined}
      aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
      tabIndex={0}
      onKeyDown={move}
      className="flex flex-wrap gap-1.5 rounded-control"
    >
      {choices.map((choice, index) => {
        const isChosen = index === chosen;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio would take Enter and single keys from the page
          <button
            key={choice.text}
            id={`${id}-${index}`}
            type="button"
            role="radio"
            aria-checked={isChosen}
            tabIndex={-1}
            disabled={isDisabled}
            // The press must not move the focus to the button.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onAnswer(choice.text)}
            className={classNames(
              "inline-flex h-[26px] items-center gap-1.5 rounded-control border border-line-strong bg-surface px-2 text-small hover:bg-hover disabled:text-ink-3 max-md:h-9",
              isChosen && "border-accent-line bg-accent-tint font-medium text-accent-text hover:bg-accent-tint",
            )}
          >
            {choice.key === "" ? null : <KeyCap className="max-md:hidden">{choice.key}</KeyCap>}
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}
