"use client";

import { Field } from "@/components/form/field";

type HeadersFieldProps = {
  /** Names of the stored headers; their values are never in the page. */
  names: readonly string[];
  /** Null while the stored headers are kept. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Extra headers, one per line. Stored headers are named and can only be replaced together. */
export function HeadersField({ names, value, error, onChange }: HeadersFieldProps) {
  if (value === null) {
    return (
      <div className="grid gap-1">
        <span className="text-micro font-medium text-ink-3">Extra headers</span>
        <p className="flex items-center gap-2 text-small">
          <span className="min-w-0 truncate text-code">{names.join(", ")}</span>
          <span className="text-ink-3">stored</span>
          <button
            type="button"
            onClick={() => onChange("")}
            className="ml-auto flex-none text-small text-accent-text hover:underline"
          >
            Replace headers
          </button>
        </p>
      </div>
    );
  }
  return (
    <Field label="Extra headers" hint="Name: value, one per line" error={error}>
      {(ids) => (
        <textarea
          {...ids}
          rows={2}
          value={value}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(event.target.value)}
          className="w-full resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 text-code"
        />
      )}
    </Field>
  );
}
