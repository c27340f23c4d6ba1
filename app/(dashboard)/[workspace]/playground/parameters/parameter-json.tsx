import { JsonBox } from "@/app/(dashboard)/[workspace]/playground/form/json-box";
import { Popover } from "@/components/ui/popover";
import { controlClass, type ParameterControl } from "./parameter-control";

/** A value that is written as JSON, in a popover. */
export function ParameterJson({ id, parameter, text, isSent, error, warnings, set }: ParameterControl) {
  const summary = text.replaceAll(/\s+/g, " ").trim();
  return (
    <Popover
      label={parameter.name}
      align="end"
      className="w-[340px] max-w-[calc(100vw-24px)] p-3"
      trigger={
        <button
          id={id}
          type="button"
          aria-describedby={`${id}-help`}
          aria-label={`${parameter.name}: ${isSent ? summary : "default"}`}
          className={`${controlClass(isSent)} block truncate text-left`}
        >
          {isSent ? <span className="text-code">{summary}</span> : <span className="text-ink-3">default</span>}
        </button>
      }
    >
      <p className="pb-2 text-small text-ink-2">{parameter.help}</p>
      <JsonBox
        label={`${parameter.name} as JSON`}
        value={text}
        error={error}
        warnings={warnings}
        example={parameter.example ?? (parameter.kind === "list" ? "[]" : "{}")}
        onChange={set}
      />
      <p className="text-micro text-ink-3">Leave empty for the default.</p>
    </Popover>
  );
}
