import { ListPlus } from "lucide-react";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import type { Arena } from "./use-arena";

/** Without its record, the name for running a checkpoint is unknown. */
export function NoModelRecord() {
  return (
    <PaneState kind="not-offered" title="Not supported by this connection">
      It does not support <span className="text-code">POST /models/read</span>, which returns the model name, so its
      checkpoints cannot be run here. In the playground you can run them by their full names.
    </PaneState>
  );
}

/** The arena has no prompts yet: explains what prompts are, and how to add some. */
export function NoPrompts({ arena, onAdd }: { arena: Arena; onAdd: () => void }) {
  const steps = arena.setting.columns.length;
  return (
    <PaneState
      kind="empty"
      title="No prompts yet"
      actions={
        <Button
          size="small"
          kind="primary"
          onClick={onAdd}
          icon={<ListPlus size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Add prompts
        </Button>
      }
    >
      {countOf(steps, "column")} will run the same prompts with the same parameters and seed. Choose prompts from the
      training data or from threads, or write your own.
    </PaneState>
  );
}

/** No column can run: every checkpoint was deleted, and no other model is named. */
export function NoColumns() {
  return (
    <PaneState kind="empty" title="No checkpoints">
      This model has no checkpoint to run. Each job adds one.
    </PaneState>
  );
}

/** Notes on everything that the page could not show as requested, with the reasons. */
export function ArenaNotes({ arena }: { arena: Arena }) {
  const { readFailure, lostCount, setting, mayRun } = arena;
  const deletedColumns = setting.columns.filter(({ isGone }) => isGone);
  return (
    <div className="grid flex-none gap-1.5 px-4 pb-2 empty:hidden max-md:px-3">
      {readFailure ? (
        <Callout tone="err">
          Could not load the prompts in this URL: {failureOf(readFailure).message}{" "}
          <Button kind="ghost" size="small" onClick={arena.retryRead}>
            Retry
          </Button>
        </Callout>
      ) : lostCount > 0 ? (
        <Callout tone="warn">
          {countOf(lostCount, "prompt")} in this URL {lostCount === 1 ? "is" : "are"} missing here: written in another
          browser, or deleted.
        </Callout>
      ) : null}
      {deletedColumns.length > 0 ? (
        <Callout tone="warn">
          {deletedColumns.map(({ label }) => label).join(", ")} {deletedColumns.length === 1 ? "was" : "were"} deleted
          and cannot run. Stored answers are kept.
        </Callout>
      ) : null}
      {mayRun ? null : <Callout tone="plain">Running models needs the member role. You have read-only access.</Callout>}
    </div>
  );
}
