import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "@/lib/style/class-names";

interface FieldIds {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
}

type FieldProps = {
  label: ReactNode;
  /** Shown under the control while there is no error. */
  hint?: ReactNode;
  error?: string | undefined;
  isChanged?: boolean;
  className?: string;
  /** Renders the control; the ids connect it to its label and message. */
  children: (ids: FieldIds) => ReactNode;
};

/** A label above, a control, a message below. */
export function Field({ label, hint, error, isChanged, className, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = Boolean(error ?? hint);
  return (
    <div className={classNames("grid min-w-0 content-start gap-1", className)}>
      <label htmlFor={id} className={classNames("text-micro font-medium text-ink-3", isChanged && "text-accent-text")}>
        {label}
      </label>
      {children({ id, "aria-describedby": hasMessage ? messageId : undefined })}
      {error ? (
        <span id={messageId} role="alert" className="flex items-start gap-1 text-micro text-err">
          <X size={11} strokeWidth={2} aria-hidden="true" className="mt-px" />
          {error}
        </span>
      ) : hint ? (
        <span id={messageId} className="flex items-center gap-1 text-micro text-ink-3">
          {hint}
        </span>
      ) : null}
    </div>
  );
}
