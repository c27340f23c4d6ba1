"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";

type SecretFieldProps = {
  label: string;
  /** Null while the stored secret is kept; text while a new one is typed. */
  value: string | null;
  isEntryRequired: boolean;
  isEditable: boolean;
  error: string | undefined;
  hint?: string;
  onChange: (value: string | null) => void;
};

/** A field for a secret. A stored secret is a row of dots that can be replaced; its value is never in the page. */
export function SecretField({
  label,
  value,
  isEntryRequired: mustBeEntered,
  isEditable,
  error,
  hint,
  onChange,
}: SecretFieldProps) {
  if (value === null && !mustBeEntered) {
    return (
      <Field label={label} error={error} hint={hint}>
        {(ids) => (
          <Input
            {...ids}
            isMono
            readOnly
            value="••••••••"
            aria-label={`${label}, stored`}
            trailing={
              isEditable ? (
                <button
                  type="button"
                  onClick={() => onChange("")}
                  className="flex-none text-small text-accent-text hover:underline"
                >
                  Replace
                </button>
              ) : undefined
            }
          />
        )}
      </Field>
    );
  }
  return (
    <Field label={label} error={error} hint={hint} isChanged={value !== "" && value !== null}>
      {(ids) => (
        <PasswordInput
          {...ids}
          isMono
          value={value ?? ""}
          disabled={!isEditable}
          isInvalid={error !== undefined}
          autoComplete="new-password"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
