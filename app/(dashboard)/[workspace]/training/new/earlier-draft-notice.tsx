import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { countOf } from "@/lib/format/count";

type EarlierDraftNoticeProps = { trajectoryCount: number; onReplace: () => void; onAdd: () => void };

/** Asks what happens to the draft of an earlier visit when another page sends sources for a new one. */
export function EarlierDraftNotice({ trajectoryCount, onReplace, onAdd }: EarlierDraftNoticeProps) {
  return (
    <section aria-label="Earlier draft" className="flex-none border-t border-line px-4 py-2 max-md:px-3">
      <Callout tone="warn">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0">
            Your earlier draft has {countOf(trajectoryCount, "trajectory", "trajectories")}. The new ones are not added
            yet.
          </span>
          <Button size="small" onClick={onReplace}>
            Replace the draft
          </Button>
          <Button size="small" kind="ghost" onClick={onAdd}>
            Add to it
          </Button>
        </span>
      </Callout>
    </section>
  );
}
