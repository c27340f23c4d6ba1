import { useId } from "react";
import { Input } from "@/components/form/input";

type ParameterFieldsProps = {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  /** What stands where nothing was entered. */
  usual: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
};

/** A field for each parameter that the query names. */
export function ParameterFields({ names, values, usual, onChange }: ParameterFieldsProps) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <fieldset className="flex flex-none flex-wrap gap-2 border-t border-line px-3 py-2">
      <legend className="sr-only">Parameters</legend>
      {names.map((name) => (
        <div key={name} className="flex items-center gap-1.5 text-small">
          <label htmlFor={`${id}-${name}`} className="text-code text-accent-text">
            {name}
          </label>
          <Input
            id={`${id}-${name}`}
            size="small"
            isMono
            className="w-[190px]"
            value={values[name] ?? ""}
            placeholder={usual[name] ?? "text or number"}
            onChange={(event) => onChange(name, event.target.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}
