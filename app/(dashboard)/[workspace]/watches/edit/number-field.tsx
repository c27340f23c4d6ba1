import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";

type NumberFieldProps = {
  label: string;
  unit?: string;
  hint?: string;
  placeholder?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A field for a number with its unit. */
export function NumberField({ label, unit = "", hint, placeholder, error, value, onChange }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className="w-[180px]">
      {(ids) => (
        <Input
          {...ids}
          inputMode="decimal"
          placeholder={placeholder}
          isInvalid={error !== undefined}
          value={value}
          trailing={unit === "" ? undefined : <span className="text-small text-ink-3">{unit}</span>}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
