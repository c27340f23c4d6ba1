import type { Parameter } from "@/lib/completion/parameters";
import { classNames } from "@/lib/style/class-names";

/** The props of a parameter's control. */
export interface ParameterControl {
  readonly id: string;
  readonly parameter: Parameter;
  readonly text: string;
  readonly isSent: boolean;
  /** Removes the field; null for a parameter that always has a field. */
  readonly remove: (() => void) | null;
  /** The reason why it cannot be sent. */
  readonly error: string | null;
  /** A problem that does not prevent sending. */
  readonly warnings: readonly string[];
  readonly set: (text: string | null) => void;
}

/** Classes of the control inside the field, which draws the border and the background. */
export function controlClass(isSent: boolean): string {
  return classNames(
    "h-full min-w-0 max-w-52 rounded-control bg-transparent px-2 text-small placeholder:text-ink-3 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus",
    isSent ? "font-medium text-ink" : "text-ink-3",
  );
}
