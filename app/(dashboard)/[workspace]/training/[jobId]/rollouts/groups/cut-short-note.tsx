import type { ReactNode } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";

type CutShortNoteProps = { action: string; onAction: () => void; children: ReactNode };

/** A note on data that was not fully read, with the action that reads the rest. */
export function CutShortNote({ action, onAction, children }: CutShortNoteProps) {
  return (
    <div
      role="alert"
      className="flex min-h-[34px] flex-none items-center gap-2 border-t border-warn-line bg-warn-tint py-1 pr-2.5 pl-4 text-small"
    >
      <StatusGlyph status="warning" label="" className="flex-none" />
      <span className="min-w-0">{children}</span>
      <Button size="small" className="ml-auto" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
