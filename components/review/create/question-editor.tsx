"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { type QuestionDraft, type QuestionKind, questionKinds, questionProblem } from "@/lib/review/question-draft";

const KIND_LABELS: Record<QuestionKind, string> = {
  boolean: "Yes or no",
  choice: "Choice",
  number: "Number",
  text: "Text",
  correction: "Corrected output",
};

type QuestionEditorProps = {
  /** Counts from 1; null for a question alone. */
  number: number | null;
  draft: QuestionDraft;
  /** True once the form was submitted: then problems show. */
  isChecked: boolean;
  onChange: (draft: QuestionDraft) => void;
  /** Null for a question alone. */
  onRemove: (() => void) | null;
};

/** The fields of a new question. */
export function QuestionEditor({ number, draft, isChecked, onChange, onRemove }: QuestionEditorProps) {
  const problem = isChecked ? questionProblem(draft) : null;
  const errorAt = (member: "title" | "options" | "least") => (problem?.member === member ? problem.message : undefined);
  const change = (members: Partial<QuestionDraft>) => onChange({ ...draft, ...members });
  const optionalId = useId();
  const name = number === null ? "Question" : `Question ${number}`;
  return (
    <fieldset className="grid gap-2 border-t border-line pt-2" aria-label={name}>
      <div className="grid grid-cols-[minmax(0,1fr)_150px_auto] items-end gap-2">
        <Field label={name} error={errorAt("title")}>
          {(ids) => (
            <Input
              {...ids}
              value={draft.title}
              isInvalid={errorAt("title") !== undefined}
              placeholder="Policy followed"
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Select
          label={number === null ? "Answer" : `Answer to question ${number}`}
          value={draft.kind}
          options={questionKinds.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          onChange={(kind) => change({ kind })}
        />
        {onRemove === null ? null : (
          <Button kind="ghost" size="icon" aria-label={`Remove question ${number}`} onClick={onRemove}>
            <X size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        )}
      </div>
      {draft.kind === "choice" ? (
        <Field
          label="Options"
          hint="One per line. “= 1” after an option makes it a reward in training."
          error={errorAt("options")}
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              value={draft.options}
              onChange={(event) => change({ options: event.target.value })}
              className="min-w-0 resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 text-ink"
            />
          )}
        </Field>
      ) : null}
      {draft.kind === "number" ? (
        <div className="grid grid-cols-2 gap-2">
          <Field label="Lowest" error={errorAt("least")}>
            {(ids) => (
              <Input
                {...ids}
                inputMode="decimal"
                value={draft.least}
                onChange={(event) => change({ least: event.target.value })}
              />
            )}
          </Field>
          <Field label="Highest">
            {(ids) => (
              <Input
                {...ids}
                inputMode="decimal"
                value={draft.most}
                onChange={(event) => change({ most: event.target.value })}
              />
            )}
          </Field>
        </div>
      ) : null}
      <div className="flex items-end gap-4">
        <Field label="Hint" className="flex-1">
          {(ids) => (
            <Input
              {...ids}
              value={draft.description}
              placeholder="1 rude to 5 warm and clear"
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <span className="flex h-(--ctl-h) items-center gap-2 text-small">
          <Checkbox
            id={optionalId}
            checked={draft.isOptional}
            onCheckedChange={(checked) => change({ isOptional: checked === true })}
          />
          <label htmlFor={optionalId}>Optional</label>
        </span>
      </div>
    </fieldset>
  );
}
