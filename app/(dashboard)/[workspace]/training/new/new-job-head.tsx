import { Download, Trash2 } from "lucide-react";
import type { SaveState } from "@/app/(dashboard)/[workspace]/training/new/keep/draft-saver";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { formatClock } from "@/lib/format/time";

type NewJobHeadProps = {
  projectId: string;
  saveState: SaveState;
  isEmpty: boolean;
  canDownload: boolean;
  onDiscard: () => void;
  onDownload: () => void;
};

/** The title, whether a reload restores the draft, and the draft actions. */
export function NewJobHead({
  projectId,
  saveState: keeping,
  isEmpty,
  canDownload,
  onDiscard,
  onDownload,
}: NewJobHeadProps) {
  return (
    <PageHead title="New training job" count={<span className="max-md:hidden">in {projectId}</span>}>
      {isEmpty ? null : (
        <span role="status" className="truncate text-small text-ink-3 max-md:hidden">
          {saveStateText(keeping)}
        </span>
      )}
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <Button
          kind="ghost"
          size="small"
          disabled={isEmpty}
          icon={<Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={onDiscard}
        >
          Discard
        </Button>
        <Button
          size="small"
          disabled={!canDownload}
          aria-label="Save draft as JSON"
          icon={<Download size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={onDownload}
        >
          <span className="max-md:hidden">Save draft as JSON</span>
        </Button>
      </div>
    </PageHead>
  );
}

function saveStateText({ isStored, savedAtMs }: SaveState): string {
  if (!isStored) return "Draft not saved: browser storage is full or disabled";
  return savedAtMs === null ? "Draft, not saved yet" : `Draft, saved in this browser at ${formatClock(savedAtMs)}`;
}
