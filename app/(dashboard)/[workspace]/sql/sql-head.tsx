import { Bookmark, Play, Square } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Tag } from "@/components/ui/tag";
import type { ViewPage } from "@/lib/address/view-query";

const SaveView = openedLater(async () => (await import("@/components/saved-view/save-view")).SaveView);

const SAVE_WORDS = { title: "Save query", description: "Saves the query with the values of its parameters." };

type SqlHeadProps = {
  projectId: string;
  viewPage: ViewPage;
  /** What is written, as a saved query keeps it. */
  written: string;
  isRunning: boolean;
  onRun: () => void;
  onCancel: () => void;
};

/** The head of the page: what queries see, and what is done with the one that is written. */
export function SqlHead({ projectId, viewPage, written, isRunning, onRun, onCancel }: SqlHeadProps) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <PageHead title="SQL" count={<span className="max-md:hidden">sees project {projectId} only</span>}>
      <Tag tone="outline" className="max-md:hidden">
        read only
      </Tag>
      <span className="ml-auto flex gap-2">
        <Button icon={<Bookmark size={14} strokeWidth={1.7} aria-hidden="true" />} onClick={() => setIsSaving(true)}>
          Save
        </Button>
        {isRunning ? (
          <Button icon={<Square size={13} strokeWidth={1.7} aria-hidden="true" />} onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button kind="primary" icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />} onClick={onRun}>
            Run
          </Button>
        )}
      </span>
      {isSaving ? (
        <SaveView viewPage={viewPage} query={written} words={SAVE_WORDS} onClose={() => setIsSaving(false)} />
      ) : null}
    </PageHead>
  );
}
