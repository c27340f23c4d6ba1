import { Save } from "lucide-react";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/format/count";
import { editCounts } from "./table-edits";
import type { RowEditing } from "./use-table-edits";

type EditsBarProps = { editing: RowEditing; datasetName: string | null };

/** The bar below the rows while there are unsaved edits: their counts, and actions to save or discard them. */
export function EditsBar({ editing, datasetName }: EditsBarProps) {
  const { edits, isSaving, failure } = editing;
  const { changed, deleted } = editCounts(edits);
  const facts = [
    changed > 0 ? `${countOf(changed, "row")} changed` : null,
    deleted > 0 ? `${countOf(deleted, "row")} deleted` : null,
  ];
  return (
    <section
      aria-label="Changes"
      className="flex min-h-10 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-t border-accent-line bg-accent-tint px-4 py-1 shadow-[inset_2px_0_var(--accent)] max-md:px-3"
    >
      <span role="status" className="font-medium">
        {facts.filter((fact) => fact !== null).join(", ")}
      </span>
      <span className="text-small text-ink-2 max-lg:hidden">Not stored yet; the stored table does not change</span>
      {failure === null ? null : (
        <span role="alert" className="min-w-0 text-small text-err [overflow-wrap:anywhere]">
          Could not be saved: {failure.message}
        </span>
      )}
      <span className="ml-auto flex gap-1.5">
        <Button size="small" kind="ghost" disabled={isSaving} onClick={editing.discard}>
          Discard
        </Button>
        <Button
          size="small"
          kind="primary"
          isBusy={isSaving}
          onClick={editing.save}
          icon={<Save size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          {datasetName === null ? "Save as new table" : `Save as new version of ${datasetName}`}
        </Button>
      </span>
    </section>
  );
}
