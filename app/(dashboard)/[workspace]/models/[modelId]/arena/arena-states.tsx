import { ListPlus } from "lucide-react";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import type { Arena } from "./use-arena";

/** Without its record, nobody knows the name by which a checkpoint is asked. */
export function NoModelRecord() {
  return (
    <PaneState kind="not-offered" title="Not offered by this connection">
      It does not offer <span className="text-code">POST /models/read</span>, which names the model, so its checkpoints
      cannot be asked side by side. In the playground they can be asked by their full names.
    </PaneState>
  );
}

/** Nothing to ask yet: what a prompt is, and where the first ones are. */
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
      {countOf(steps, "column")} will be asked the same prompts with the same parameters and seed: what the checkpoints
      were trained on, other threads of this workspace, or what you write.
    </PaneState>
  );
}

/** No column can be asked: every checkpoint was deleted, and no other model is named. */
export function NoColumns() {
  return (
    <PaneState kind="empty" title="No checkpoints">
      This model has none that could be asked. Each job adds one.
    </PaneState>
  );
}

/** What of the page is not as it was asked for, and why. */
export function ArenaNotes({ arena }: { arena: Arena }) {
  const { readFailure, lostCount, setting, mayRun } = arena;
  const gone = setting.columns.filter(({ isGone }) => isGone);
  return (
    <div className="grid flex-none gap-1.5 px-4 pb-2 empty:hidden max-md:px-3">
      {readFailure ? (
        <Callout tone="err">
          The prompts of this address could not be read: {failureOf(readFailure).message}{" "}
          <Button kind="ghost" size="small" onClick={arena.retryRead}>
            Try again
          </Button>
        </Callout>
      ) : lostCount > 0 ? (
        <Callout tone="warn">
          {countOf(lostCount, "prompt")} of this address {lostCount === 1 ? "is" : "are"} not here: written in another
          browser, or deleted since.
        </Callout>
      ) : null}
      {gone.length > 0 ? (
        <Callout tone="warn">
          {gone.map(({ label }) => label).join(", ")} {gone.length === 1 ? "was" : "were"} deleted, and cannot be asked.
          Answers that this browser has stay.
        </Callout>
      ) : null}
      {mayRun ? null : (
        <Callout tone="plain">You may read here, not ask: completions need the role of a member.</Callout>
      )}
    </div>
  );
}
