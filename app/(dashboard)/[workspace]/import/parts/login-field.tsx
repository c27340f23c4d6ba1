import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";

type LoginFieldProps = {
  label: string;
  kind: "address" | "name" | "secret";
  hint?: string;
  placeholder?: string;
  isDisabled: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** A part of what a server is asked with: its address, over the whole width, a name, or a key that is not shown. */
export function LoginField({ label, kind, hint, placeholder, isDisabled, value, onChange }: LoginFieldProps) {
  const shared = {
    isMono: true,
    autoComplete: "off",
    disabled: isDisabled,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(placeholder === undefined ? {} : { placeholder }),
  } as const;
  const place = kind === "address" ? { className: "md:col-span-2" } : {};
  return (
    <Field label={label} {...place} {...(hint === undefined ? {} : { hint })}>
      {(ids) =>
        kind === "secret" ? (
          <PasswordInput {...ids} {...shared} />
        ) : (
          <Input {...ids} {...shared} {...(kind === "address" ? { type: "url" } : {})} />
        )
      }
    </Field>
  );
}
