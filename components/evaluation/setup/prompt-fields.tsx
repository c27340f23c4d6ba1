"use client";

import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { DraftControl } from "./draft-control";
import { TextArea } from "./text-area";

/** The error of a message, wherever it is among the models. */
function messageError(errors: ReadonlyMap<string, string>, isSystem: boolean, hasSystem: boolean): string | undefined {
  const at = isSystem ? 0 : hasSystem ? 1 : 0;
  return [...errors].find(([path]) => new RegExp(`^models\\[\\d+\\]\\.messages(?:\\[${at}\\].*)?$`).test(path))?.[1];
}

/** The messages that are sent for each row, and the parameters of every model. */
export function PromptFields({ control, errors }: { control: DraftControl; errors: ReadonlyMap<string, string> }) {
  const { draft, change } = control;
  const hasSystem = draft.system.trim() !== "";
  return (
    <div className="grid gap-2 border-t border-line px-4 py-2.5 max-md:px-3">
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        <Field label="System message" error={hasSystem ? messageError(errors, true, true) : undefined}>
          {(ids) => <TextArea {...ids} rows={3} value={draft.system} onChange={(system) => change({ system })} />}
        </Field>
        <Field
          label="User message"
          hint="{column} becomes the value of the row; double a literal brace"
          error={messageError(errors, false, hasSystem)}
        >
          {(ids) => <TextArea {...ids} rows={3} value={draft.user} onChange={(user) => change({ user })} />}
        </Field>
      </div>
      <div className="flex flex-wrap items-end gap-2.5">
        {(
          [
            ["temperature", "Temperature"],
            ["maxTokens", "Max tokens"],
            ["seed", "Seed"],
          ] as const
        ).map(([name, label]) => (
          <Field key={name} label={label} className="w-[92px]">
            {(ids) => (
              <Input
                {...ids}
                size="small"
                inputMode="decimal"
                placeholder="default"
                value={draft[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <CheckLine label="Answer is JSON" isOn={draft.isJson} onChange={(isJson) => change({ isJson })} />
      </div>
    </div>
  );
}
