"use client";

import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { TextArea } from "@/components/evaluation/setup/text-area";
import { Field } from "@/components/form/field";
import type { PartProps } from "./part-props";

/** The messages that are sent for each task. */
export function PromptPart({ control, errors }: PartProps) {
  const { draft, change } = control;
  const hasSystem = draft.system.trim() !== "";
  const errorAt = (index: number) =>
    [...errors].find(([path]) => path === `messages[${index}]` || path.startsWith(`messages[${index}].`))?.[1];
  return (
    <section aria-label="Prompt" className="border-b border-line">
      <NumberedHeading number={3} title="Prompt" isDone={draft.user.trim() !== ""} />
      <div className="grid grid-cols-2 gap-2 px-4 pb-3 max-md:grid-cols-1 max-md:px-3">
        <Field label="System message" error={hasSystem ? errorAt(0) : undefined}>
          {(ids) => <TextArea {...ids} rows={3} value={draft.system} onChange={(system) => change({ system })} />}
        </Field>
        <Field
          label="User message"
          hint="{column} becomes the value of the task; double a literal brace"
          error={errorAt(hasSystem ? 1 : 0) ?? errors.get("messages")}
        >
          {(ids) => <TextArea {...ids} rows={3} value={draft.user} onChange={(user) => change({ user })} />}
        </Field>
      </div>
    </section>
  );
}
