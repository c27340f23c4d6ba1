"use client";

import { useEffect, useRef, useState } from "react";
import { TextArea } from "@/components/evaluation/setup/text-area";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { MAX_PANEL_TEXT_LENGTH, MAX_TITLE_LENGTH } from "@/lib/api/contract/app/panel-rules";

type TextFieldsProps = { panel: DashboardPanel; onChange: (members: Partial<DashboardPanel>) => void };

type TitleFieldProps = TextFieldsProps & {
  placeholder: string;
  /** True for a panel that was just added. */
  isNew: boolean;
};

/** The title of a panel; without one it is named after its measure. */
export function TitleField({ panel, placeholder, isNew, onChange }: TitleFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { id } = panel;
  // The outside system is the focus: who adds a panel names it next.
  useEffect(() => {
    if (isNew && id !== "") input.current?.focus();
  }, [isNew, id]);
  return (
    <Field label="Title">
      {(ids) => (
        <Input
          {...ids}
          ref={input}
          placeholder={placeholder}
          maxLength={MAX_TITLE_LENGTH}
          value={panel.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      )}
    </Field>
  );
}

/** The text of a panel, which is drawn when the field is left. */
export function TextFields({ panel, onChange }: TextFieldsProps) {
  const [text, setText] = useState(panel.text);
  return (
    <Field label="Text" hint="Markdown">
      {(ids) => (
        <TextArea
          {...ids}
          rows={10}
          maxLength={MAX_PANEL_TEXT_LENGTH}
          value={text}
          onChange={setText}
          onBlur={() => {
            if (text !== panel.text) onChange({ text });
          }}
        />
      )}
    </Field>
  );
}
