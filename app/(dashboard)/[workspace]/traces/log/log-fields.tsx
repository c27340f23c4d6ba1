import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { type LogErrors, type LogField, type LogForm, logEndings } from "./prepare-log-form";

type LogFieldsProps = {
  form: LogForm;
  errors: LogErrors;
  onChange: (field: LogField, value: string) => void;
};

const ENDING_LABELS = { ended: "Finished", failed: "Failed", running: "Running" } as const;

/** The fields of a call: op, timing, inputs, output, and parents. */
export function LogFields({ form, errors, onChange }: LogFieldsProps) {
  const line = (field: LogField, label: string, hint?: string, placeholder?: string) => (
    <Field label={label} error={errors[field]} {...(hint === undefined ? {} : { hint })}>
      {(ids) => (
        <Input
          {...ids}
          isMono={field !== "name"}
          isInvalid={errors[field] !== undefined}
          value={form[field]}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => onChange(field, event.target.value)}
        />
      )}
    </Field>
  );
  const json = (field: "inputs" | "output" | "attributes" | "summary", label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[field]}>
      {(ids) => (
        <textarea
          {...ids}
          aria-invalid={errors[field] !== undefined || undefined}
          rows={field === "inputs" || field === "output" ? 4 : 2}
          spellCheck={false}
          value={form[field]}
          onChange={(event) => onChange(field, event.target.value)}
          className="resize-y rounded-control border border-line-strong bg-surface p-2 text-code leading-[18px] aria-invalid:border-err"
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {line("op", "Op", undefined, "airline_agent.turn")}
        {line("name", "Display name")}
        {line("started", "Started", "Leave empty for now.", "2026-11-20T10:00:00Z")}
        <div className="grid content-start gap-1">
          <span aria-hidden="true" className="text-micro font-medium text-ink-3">
            Status
          </span>
          <Segmented
            label="Status"
            value={form.ending}
            segments={logEndings.map((value) => ({ value, label: ENDING_LABELS[value] }))}
            onChange={(ending) => onChange("ending", ending)}
            className="justify-self-start"
          />
        </div>
        {form.ending === "running" ? null : line("duration", "Duration", undefined, "2s")}
        {form.ending === "failed" ? line("exception", "Exception", undefined, "ToolError: no such flight") : null}
      </div>
      {json("inputs", "Inputs", "A JSON object.")}
      {form.ending === "running" ? null : json("output", "Output", "JSON or plain text.")}
      <div className="grid gap-3 sm:grid-cols-2">
        {json("attributes", "Attributes", "A JSON object.")}
        {form.ending === "running" ? null : json("summary", "Summary", "A JSON object; usage is grouped by model.")}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {line("thread", "Thread id")}
        {line("parent", "Parent call id")}
        {line("trace", "Trace id", "Leave empty to start a new trace.")}
      </div>
    </>
  );
}
