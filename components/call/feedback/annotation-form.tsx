"use client";

import { type ReactNode, useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import type { CallAddress } from "@/lib/calls/call-address";
import { type AnnotationSpec, enteredValue } from "@/lib/feedback/annotation";
import { AnnotationInput } from "./annotation-input";

const QuestionDialog = openedLater(
  async () => (await import("@/components/review/create/question-dialog")).QuestionDialog,
);

type AnnotationFormProps = {
  address: CallAddress;
  /** The questions of the project. */
  specs: readonly AnnotationSpec[];
  isBusy: boolean;
  /** Sends a value; `onDone` is called once it is stored. */
  onAdd: (spec: AnnotationSpec, value: unknown, onDone: () => void) => void;
};

/** A form for an answer to one of the project's questions: a number, a choice, a text. It also creates questions. */
export function AnnotationForm({ address, specs, isBusy, onAdd }: AnnotationFormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const spec = specs.find(({ name }) => name === chosen) ?? specs[0];
  const newQuestion = (
    <Button kind="ghost" size="small" onClick={() => setIsCreating(true)}>
      New question
    </Button>
  );
  return (
    <>
      {spec === undefined ? (
        <div className="mt-4 flex items-center gap-2 border-t border-line pt-3">
          <p className="min-w-0 flex-1 text-small text-ink-2">
            To add a number, a choice or a text, create a question. It can be answered on every call.
          </p>
          {newQuestion}
        </div>
      ) : (
        <AnswerForm
          key={spec.ref}
          specs={specs}
          spec={spec}
          onSpecChange={setChosen}
          isBusy={isBusy}
          onAdd={onAdd}
          newQuestion={newQuestion}
        />
      )}
      {isCreating ? (
        <QuestionDialog workspace={address} onCreated={setChosen} onClose={() => setIsCreating(false)} />
      ) : null}
    </>
  );
}

type AnswerFormProps = Omit<AnnotationFormProps, "address"> & {
  spec: AnnotationSpec;
  onSpecChange: (name: string) => void;
  newQuestion: ReactNode;
};

function AnswerForm({ specs, spec, onSpecChange, isBusy, onAdd, newQuestion }: AnswerFormProps) {
  const [text, setText] = useState("");
  const entered = enteredValue(spec.field, text);
  return (
    <form
      aria-label="Add an annotation"
      className="mt-4 grid gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (entered.kind === "value" && !isBusy) onAdd(spec, entered.value, () => setText(""));
      }}
    >
      <Field label="Annotation" hint={spec.description}>
        {({ id }) => (
          <Select
            id={id}
            label="Annotation"
            value={spec.name}
            options={specs.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={onSpecChange}
          />
        )}
      </Field>
      <Field label="Value" error={entered.kind === "wrong" ? entered.reason : undefined}>
        {(ids) => <AnnotationInput {...ids} field={spec.field} text={text} onChange={setText} />}
      </Field>
      <div className="flex items-center justify-between gap-2">
        <Button type="submit" size="small" disabled={entered.kind !== "value" || isBusy}>
          Add annotation
        </Button>
        {newQuestion}
      </div>
    </form>
  );
}
