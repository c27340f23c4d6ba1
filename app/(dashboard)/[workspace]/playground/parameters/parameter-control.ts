import type { Parameter } from "@/lib/completion/parameters";
import { classNames } from "@/lib/style/class-names";

/** What a control of a parameter is given. */
export interface ParameterControl {
  readonly id: string;
  readonly parameter: Parameter;
  readonly text: string;
  readonly isSent: boolean;
  /** Why it cannot be sent. */
  readonly error: string | null;
  /** What is odd about it, and is sent all the same. */
  readonly warnings: readonly string[];
  readonly set: (text: string | null) => void;
}

/** What is sent is tinted. */
export function controlClass(isSent: boolean, error: string | null): string {
  return classNames(
    "h-6 w-full min-w-0 rounded-control border border-line-strong bg-surface px-1.5 text-small text-ink placeholder:text-ink-3 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus max-md:h-9",
    isSent && "border-accent-line bg-accent-tint",
    error !== null && "border-err",
  );
}
