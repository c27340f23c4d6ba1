import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { FilledDraft } from "./filled-draft";

/** The origin of the request, what could not be carried over, and the way back to the previous draft. */
export function LoadedFromNote({ playground }: { playground: FilledDraft }) {
  const { filled } = playground;
  if (!filled || (filled.lost.length === 0 && filled.before === null)) return null;
  return (
    <div className="flex max-h-40 flex-none items-start gap-2 overflow-y-auto px-4 pb-2 max-md:flex-wrap max-md:px-3">
      <Callout tone={filled.lost.length > 0 ? "warn" : "plain"} className="min-w-0 flex-1 max-md:basis-full">
        {filled.lost.length > 0 ? (
          <>
            Loaded from {filled.from}. Not carried over:
            <ul aria-label="Not carried over" className="flex flex-wrap gap-x-3">
              {filled.lost.map((sentence) => (
                <li key={sentence} className="text-code">
                  {sentence}
                </li>
              ))}
            </ul>
          </>
        ) : (
          `Loaded from ${filled.from}.`
        )}
      </Callout>
      {filled.before === null ? null : (
        <Button size="small" onClick={playground.undoReplace}>
          Restore my draft
        </Button>
      )}
      <Button kind="ghost" size="icon-small" aria-label="Dismiss" onClick={playground.closeFilled}>
        <X size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </div>
  );
}
