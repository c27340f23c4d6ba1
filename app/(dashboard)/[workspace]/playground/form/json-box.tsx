import { prettyJson } from "@/app/(dashboard)/[workspace]/playground/draft/read-request";
import { Button } from "@/components/ui/button";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { TextBox } from "./text-box";

type JsonBoxProps = {
  label: string;
  value: string;
  /** The reason why it cannot be sent. */
  error: string | null;
  /** Problems that do not prevent sending. */
  warnings?: readonly string[];
  /** A starting point. */
  example: string;
  onChange: (text: string) => void;
  className?: string;
};

/** JSON as text, with errors and their line below it. */
export function JsonBox({ label, value, error, warnings = [], example, onChange, className }: JsonBoxProps) {
  const isEmpty = value.trim() === "";
  return (
    <div className={className}>
      <TextBox
        label={label}
        value={value}
        isMono
        spellCheck={false}
        aria-invalid={error !== null || undefined}
        placeholder={example}
        onChange={onChange}
        className="max-h-80 min-h-20 rounded-control border border-line-strong bg-sunken px-2 py-1.5 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus aria-invalid:border-err"
      />
      <div className="flex items-start gap-1 pt-0.5">
        <div className="min-w-0 flex-1 pt-1 text-micro [overflow-wrap:anywhere]">
          {error === null ? null : (
            <p role="alert" className="text-err">
              {error}
            </p>
          )}
          {warnings.map((warning) => (
            <p key={warning} className="text-warn">
              {warning}
            </p>
          ))}
        </div>
        {isEmpty ? (
          <Button kind="ghost" size="small" onClick={() => onChange(example)}>
            Insert example
          </Button>
        ) : (
          <Button
            kind="ghost"
            size="small"
            disabled={error !== null}
            onClick={() => onChange(prettyJson(parseJson(value)))}
          >
            Format
          </Button>
        )}
      </div>
    </div>
  );
}
