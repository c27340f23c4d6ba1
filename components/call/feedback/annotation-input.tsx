import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import type { AnnotationField } from "@/lib/feedback/annotation";

type AnnotationInputProps = {
  id: string;
  "aria-describedby": string | undefined;
  field: AnnotationField;
  text: string;
  onChange: (text: string) => void;
};

const YES_OR_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;

/** The control that fits the schema of an annotation. */
export function AnnotationInput({ field, text, onChange, ...ids }: AnnotationInputProps) {
  if (field.kind === "boolean" || field.kind === "choice") {
    const options =
      field.kind === "boolean"
        ? YES_OR_NO
        : field.options.map((option) => ({ value: String(option), label: String(option) }));
    return <Select id={ids.id} label="Value" value={text} options={options} onChange={onChange} />;
  }
  return (
    <Input
      {...ids}
      value={text}
      isMono={field.kind === "json"}
      inputMode={field.kind === "number" ? "decimal" : "text"}
      maxLength={(field.kind === "text" ? field.maxLength : null) ?? undefined}
      placeholder={field.kind === "json" ? "JSON" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
