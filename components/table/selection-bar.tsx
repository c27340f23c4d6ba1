import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type SelectionBarProps = {
  /** The number of selected rows as text. */
  count: string;
  /** Totals of the selection; empty where there are none. */
  facts: string;
  children: ReactNode;
  onClear: () => void;
};

/** The bar above the footer while rows are selected: count, totals, actions. */
export function SelectionBar({ count, facts, children, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label="Selection"
      className="flex h-10 flex-none items-center border-t border-accent-line bg-accent-tint pr-2 whitespace-nowrap shadow-[inset_2px_0_var(--accent)]"
    >
      <div className="flex h-full min-w-0 flex-1 items-center gap-1 overflow-x-auto pl-4 [scrollbar-width:none] max-md:pl-3">
        <span className="flex-none pr-1.5 font-medium">{count}</span>
        {facts === "" ? null : <span className="flex-none pr-1.5 text-small text-ink-2">{facts}</span>}
        {children}
      </div>
      <Button kind="ghost" size="icon-small" aria-label="Clear selection" onClick={onClear}>
        <X size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </section>
  );
}

export function SelectionDivider() {
  return <span className="mx-1 h-4 w-px flex-none bg-accent-line" />;
}

type SelectionActionProps = {
  icon: ReactNode;
  /** Why the user may not; null when they may. */
  refusal?: string | null;
  onPress: () => void;
  children: ReactNode;
};

export function SelectionAction({ icon, refusal = null, onPress, children }: SelectionActionProps) {
  return (
    <Button
      kind="ghost"
      size="small"
      icon={icon}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
