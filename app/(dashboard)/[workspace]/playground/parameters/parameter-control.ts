import type { Parameter } from "@/lib/completion/parameters";
import { classNames } from "@/lib/style/class-names";

/** The props of a parameter's control. */
export interface ParameterControl {
  readonly id: string;
  readonly parameter: Parameter;
  readonly text: string;
  readonly isSent: boolean;
  /** The reason why it cannot be sent. */
  readonly error: string | null;
  /** A problem that does not prevent sending. */
  readonly warnings: readonly string[];
  readonly set: (text: string | null) => void;
}

/** Values that are sent are tinted. */
export function controlClass(isSent: boolean, error: string | null): string {
  return classNames(
    "h-6 w-full min-w-0 rounded-control border border-line-strong bg-surface px-1.5 text-small text-ink placeholder:text-ink-3 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus max-md:h-9",
    isSent && "border-accent-line bg-accent-tint",
    error !== null && "border-err",
  );
}
