"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { projectName } from "@/lib/api/contract/app/workspaces";

type ProjectFieldProps = { projectId: string; onChange: (projectId: string) => void };

/** The project of the first call. An invalid name stays in the field, with the reason. */
export function ProjectField({ projectId, onChange }: ProjectFieldProps) {
  const [text, setText] = useState(projectId);
  const checked = projectName.safeParse(text);
  return (
    <Field
      label="Project"
      className="mb-2 w-[280px] max-w-full"
      error={checked.success ? undefined : checked.error.issues[0]?.message}
      hint="The project is created by its first call."
    >
      {(ids) => (
        <Input
          {...ids}
          isMono
          size="small"
          value={text}
          isInvalid={!checked.success}
          spellCheck={false}
          onChange={({ target: { value } }) => {
            setText(value);
            const next = projectName.safeParse(value);
            if (next.success) onChange(next.data);
          }}
        />
      )}
    </Field>
  );
}
