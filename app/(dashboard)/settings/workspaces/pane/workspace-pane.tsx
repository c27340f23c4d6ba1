import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type WorkspacePaneProps = {
  /** Of the section and its heading: `Retention of airline`. */
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
};

/** A pane with the settings of one workspace, beside the list of workspaces. It takes the focus when it opens. */
export function WorkspacePane({ title, closeLabel, onClose, children }: WorkspacePaneProps) {
  return (
    <section aria-label={title} className="flex min-h-0 flex-col overflow-auto">
      <header className="flex h-[42px] flex-none items-center gap-2 pr-2 pl-4 max-md:pl-3">
        {/* On a phone it lies below the list: the focus scrolls to it. */}
        <h2 ref={focusOnce} tabIndex={-1} className="min-w-0 grow truncate font-medium outline-none">
          {title}
        </h2>
        <Button kind="ghost" size="icon-small" aria-label={closeLabel} onClick={onClose}>
          <X size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </header>
      {children}
    </section>
  );
}

function focusOnce(heading: HTMLHeadingElement | null) {
  heading?.focus();
}
