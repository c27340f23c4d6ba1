"use client";

import { Check } from "lucide-react";
import { useId } from "react";
import { Input } from "@/components/form/input";
import { KeyCap } from "@/components/ui/key-cap";
import { enteredValue } from "@/lib/feedback/annotation";
import { choicesOf, type Question } from "@/lib/review/rubric";
import { classNames } from "@/lib/style/class-names";
import { ChoiceGroup } from "./choice-group";

type QuestionFieldProps = {
  question: Question;
  text: string;
  isCurrent: boolean;
  /** True once saving was tried: then problems show. */
  isChecked: boolean;
  isDisabled: boolean;
  onFocus: () => void;
  /** Called with a chosen answer. */
  onAnswer: (text: string) => void;
  /** Called with each change of a typed answer. */
  onType: (text: string) => void;
  fieldRef: (element: HTMLElement | null) => void;
  /** The answers of other reviewers; null while hidden. */
  others: string | null;
};

/** One question of the rubric. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, text, isCurrent, isChecked, others } = props;
  const titleId = useId();
  const entered = enteredValue(question.field, text);
  const isAnswered = entered.kind === "value";
  const choices = choicesOf(question);
  const problem =
    entered.kind === "wrong"
      ? entered.reason
      : isChecked && entered.kind === "empty" && !question.isOptional
        ? "Answer this question to save."
        : null;
  return (
    <fieldset
      aria-labelledby={titleId}
      onFocus={props.onFocus}
      className={classNames(
        "relative grid min-w-0 grid-cols-1 gap-1.5 border-b border-line py-2.5 pr-3.5 pl-4",
        isCurrent && "bg-surface shadow-[inset_2px_0_var(--accent)]",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        {isAnswered ? <Check size={13} strokeWidth={2} aria-hidden="true" className="flex-none text-ok" /> : null}
        <h3 id={titleId} className="font-medium">
          {question.title}
        </h3>
        <span className="text-small text-ink-3 [overflow-wrap:anywhere]">{hintOf(question)}</span>
        {isCurrent && choices.length > 0 ? (
          <span className="ml-auto flex flex-none items-center gap-1 text-small text-ink-3 max-md:hidden">
            <KeyCap>{choices[0]?.key}</KeyCap>
            <KeyCap>{choices.findLast(({ key }) => key !== "")?.key}</KeyCap>
            choose
          </span>
        ) : null}
      </div>
      {choices.length > 0 ? (
        <ChoiceGroup {...props} labelledBy={titleId} choices={choices} />
      ) : question.field.kind === "number" ? (
        <Input
          ref={props.fieldRef}
          aria-labelledby={titleId}
          inputMode="decimal"
          className="w-32"
          value={text}
          isInvalid={problem !== null}
          disabled={props.isDisabled}
          onChange={(event) => props.onType(event.target.value)}
        />
      ) : (
        <textarea
          ref={props.fieldRef}
          aria-labelledby={titleId}
          rows={3}
          value={text}
          aria-invalid={problem !== null || undefined}
          disabled={props.isDisabled}
          maxLength={(question.field.kind === "text" ? question.field.maxLength : null) ?? undefined}
          onChange={(event) => props.onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          className="min-w-0 resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 text-small leading-[17px] text-ink disabled:border-dashed"
        />
      )}
      {problem === null ? null : (
        <span role="alert" className="text-micro text-err">
          {problem}
        </span>
      )}
      {others === null ? null : <span className="text-micro text-ink-3">{others}</span>}
    </fieldset>
  );
}

function hintOf({ description, isOptional, isCorrection, field }: Question): string {
  const parts = [
    ...(field.kind === "number" && (field.least !== null || field.most !== null)
      ? [`${field.least ?? "any"} to ${field.most ?? "any"}`]
      : []),
    ...(field.kind === "json" ? ["as JSON"] : []),
    ...(isOptional ? ["optional"] : []),
    ...(isCorrection ? ["saved as expected output"] : []),
  ];
  if (description === null) return parts.join(", ");
  // A description that is a sentence does not end before what follows it.
  return [parts.length === 0 ? description : description.replace(/\.$/, ""), ...parts].join(", ");
}
