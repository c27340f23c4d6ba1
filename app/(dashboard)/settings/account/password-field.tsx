"use client";

import { Field } from "@/components/form/field";
import { PasswordInput } from "@/components/form/password-input";

type PasswordFieldProps = { value: string; error: string | undefined; onChange: (password: string) => void };

/** The current password, asked again before a change of how its user signs in. */
export function PasswordField({ value, error, onChange }: PasswordFieldProps) {
  return (
    <Field label="Your password" error={error}>
      {(ids) => (
        <PasswordInput
          {...ids}
          value={value}
          isInvalid={error !== undefined}
          autoComplete="current-password"
          required
          autoFocus
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
