"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureText } from "@/lib/failure/failure-text";
import { countOf, formatCount } from "@/lib/format/count";
import type { ImportRecord } from "@/lib/import/earlier/import-record";
import type { UndoPlan } from "@/lib/import/earlier/undo-plan";
import { contentsText, leftByUndo } from "./prepare-earlier-imports";
import type { UndoControl } from "./use-undo";

/** Asks before an import is undone, and shows how far it is. */
export function UndoImport({ record, control }: { record: ImportRecord; control: UndoControl }) {
  const { state, plan, undo, stop } = control;
  if (state.kind === "planning") {
    return (
      <div className="grid gap-2 text-small text-ink-2">
        <ProgressBar label="Looking for what was changed since" />
        <span role="status">Looking for what was changed since: {countOf(state.calls, "call")} checked.</span>
      </div>
    );
  }
  if (state.kind === "planned") return <AskFirst plan={state.plan} onConfirm={undo} onClose={stop} />;
  if (state.kind === "undoing") {
    const total = state.plan.callIds.length + state.plan.feedbackIds.length + state.plan.versions.length;
    return (
      <div className="grid gap-2">
        <ProgressBar label="Undoing the import" share={total === 0 ? 1 : state.deleted / total} />
        <div role="status" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
          {formatCount(state.deleted)} of {countOf(total, "record")} deleted
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        </div>
      </div>
    );
  }
  if (state.kind !== "failed") return null;
  const { failure, deleted } = state;
  const text = failureText(failure);
  const isByPerson = failure.kind === "cancelled";
  return (
    <div className="grid gap-2">
      <Callout tone={isByPerson ? "warn" : "err"}>
        <b className="font-medium">{isByPerson ? "Undo stopped" : text.title}</b>{" "}
        {deleted === 0 ? "before anything was deleted." : `after ${countOf(deleted, "deletion")}.`}
        {isByPerson ? null : ` ${text.advice}`}
        {isByPerson ? null : <FailureDetails failure={failure} />}
      </Callout>
      <div>
        <Button size="small" onClick={() => plan(record)}>
          Continue undo
        </Button>
      </div>
    </div>
  );
}

function AskFirst({ plan, onConfirm, onClose }: { plan: UndoPlan; onConfirm: () => void; onClose: () => void }) {
  const { record, callIds, feedbackIds, versions } = plan;
  const contents = contentsText(callIds.length, feedbackIds.length, versions.length);
  const left = leftByUndo(plan);
  return (
    <ConfirmDialog
      title={`Undo the import of ${record.from}?`}
      description={
        contents === null
          ? "Nothing of this import is left that can be deleted."
          : `This deletes ${contents}: what this import stored, and nothing else. Refs to them stop working.`
      }
      action={contents === null ? "Set to undone" : "Undo import"}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ul className="grid gap-1 text-small leading-[17px] text-ink-2">
        {left.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>
          Ids of deleted calls are not used again. To import the same file into this project once more, do not keep its
          original ids.
        </li>
        {versions.length > 0 ? <li>Rows of tables and files stay on disk; they cannot be deleted yet.</li> : null}
      </ul>
    </ConfirmDialog>
  );
}
