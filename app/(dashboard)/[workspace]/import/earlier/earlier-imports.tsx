"use client";

import { Plus } from "lucide-react";
import { ImportColumns } from "@/app/(dashboard)/[workspace]/import/parts/import-columns";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useUserNames } from "@/components/session/use-user-names";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf, formatCount } from "@/lib/format/count";
import type { EarlierImports as Found } from "@/lib/import/earlier/import-record";
import type { Workspace } from "@/lib/workspace/workspace";
import { EarlierImportsTable } from "./earlier-imports-table";
import { ImportDetails } from "./import-details";
import { useEarlierImports } from "./use-earlier-imports";
import { type UndoControl, useUndo } from "./use-undo";

type EarlierImportsProps = {
  workspace: Workspace;
  /** The import that the address names. */
  openId: string | null;
  onOpen: (importId: string) => void;
  onNew: () => void;
};

/** The imports into a project so far: what each stored, what it lost, and its undo. */
export function EarlierImports({ workspace, openId, onOpen, onNew }: EarlierImportsProps) {
  const { data, error, isPending, isFetching, refetch } = useEarlierImports(workspace);
  const control = useUndo(workspace);
  const isUndoing = control.state.kind === "undoing";
  useUnsavedWarning(isUndoing);
  const content = () => {
    if (isPending) return <ProgressBar label="Loading imports" />;
    if (error) {
      return <FailureState failure={failureOf(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    }
    if (data.imports.length + data.unreadableCount > 0)
      return <List workspace={workspace} found={data} control={control} openId={openId} onOpen={onOpen} />;
    return (
      <PaneState kind="empty" title="No imports yet">
        Imports into {workspace.projectId} are listed here, and can be undone. Those made before this version left no
        record.
      </PaneState>
    );
  };
  return (
    <>
      <PageHead title="Earlier imports" count={`into ${workspace.projectId}`}>
        <Button
          size="small"
          className="ml-auto"
          disabled={isUndoing}
          icon={<Plus size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={onNew}
        >
          New import
        </Button>
      </PageHead>
      <div className="grid min-h-0 flex-1 overflow-auto border-t border-line">{content()}</div>
      <PageFoot>
        <span className="truncate">
          {data ? `${countOf(data.imports.length, "import")}${data.isCut ? ", the newest" : ""}` : "Imports"}
        </span>
      </PageFoot>
    </>
  );
}

type ListProps = Omit<EarlierImportsProps, "onNew"> & { found: Found; control: UndoControl };

function List({ workspace, found, control, openId, onOpen }: ListProps) {
  const names = useUserNames();
  const { imports, unreadableCount } = found;
  const open = imports.find(({ record }) => record.import_id === openId) ?? imports[0] ?? null;
  const steps = (
    <>
      <EarlierImportsTable
        imports={imports}
        names={names}
        openId={open?.record.import_id ?? null}
        isDisabled={control.state.kind === "undoing"}
        onOpen={(id) => {
          control.reset();
          onOpen(id);
        }}
      />
      {unreadableCount > 0 ? (
        <p className="px-4 py-2 text-small text-ink-3">
          {formatCount(unreadableCount)} records of imports cannot be read by this version.
        </p>
      ) : null}
    </>
  );
  const side =
    open === null ? null : (
      <ImportDetails key={open.record.import_id} workspace={workspace} earlier={open} names={names} control={control} />
    );
  return <ImportColumns steps={steps} side={side} />;
}
