"use client";

import { useRef } from "react";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Workspace } from "@/lib/workspace/workspace";
import { DropZone } from "./drop-zone";
import { FileFacts } from "./file-facts";
import { FilePreviewTable } from "./file-preview-table";
import { ImportProgressPanel } from "./import-progress-panel";
import { ReadableKinds } from "./readable-kinds";
import { LeftOutList, SkippedList } from "./skipped-list";
import { SourceRecordsTable } from "./source-records-table";
import { UnreadableFile } from "./unreadable-file";
import { useImport } from "./use-import";

/** Imports a file of calls or conversations into the project of a workspace. */
export function ImportView() {
  return <WorkspaceGate>{(workspace) => <ImportForMembers key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function ImportForMembers({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <ProgressBar label="Checking your role" />;
  if (isMember) return <Import workspace={workspace} />;
  return (
    <>
      <PageHead title="Import" count={`into ${workspace.projectId}`} />
      <div className="grid flex-1 border-t border-line">
        <PaneState kind="locked" title="Import not permitted">
          You are a viewer with read-only access. Ask a member or an admin to import the file, or ask an admin for the
          member role.
        </PaneState>
      </div>
    </>
  );
}

function Import({ workspace }: { workspace: Workspace }) {
  const control = useImport(workspace);
  const { state } = control;
  const input = useRef<HTMLInputElement>(null);
  const isBusy = state.kind === "reading" || state.kind === "sending";
  useUnsavedWarning(state.kind === "sending");
  useKeys("import", {
    o: () => {
      if (!isBusy) input.current?.click();
    },
    "Mod+Enter": () => {
      if (state.kind === "ready" || state.kind === "stopped") control.send(state.stored);
    },
    Escape: () => {
      if (state.kind === "sending") control.stop();
      else if (state.kind === "reading") control.reset();
    },
  });
  const preview = "preview" in state ? state.preview : null;
  return (
    <>
      <PageHead title="Import" count={`into ${workspace.projectId}`} />
      <div className="min-h-0 flex-1 overflow-auto border-t border-line">
        <div className="grid max-w-[864px] content-start gap-4 px-4 py-4 max-md:px-3">
          <DropZone
            inputRef={input}
            file={"chosen" in state ? state.chosen.file : null}
            isDisabled={isBusy}
            onFile={control.choose}
          />
          {state.kind === "choosing" ? <ReadableKinds /> : null}
          {state.kind === "unreadable" ? <UnreadableFile name={state.chosen.file.name} reason={state.reason} /> : null}
          {preview ? (
            <>
              <FileFacts preview={preview} />
              <ImportProgressPanel workspace={workspace} control={control} />
              <SourceRecordsTable preview={preview} />
              {preview.skippedCount > 0 ? <SkippedList preview={preview} /> : null}
              {preview.leftOut.length > 0 ? <LeftOutList preview={preview} /> : null}
              {preview.rows.length > 0 ? <FilePreviewTable preview={preview} /> : null}
            </>
          ) : null}
        </div>
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("import", ["o"], "choose a file"),
              keyHint("import", ["Mod+Enter"], "import"),
              keyHint("import", ["Escape"], "stop"),
            ]}
          />
        }
      >
        <span className="truncate">The file is read in this browser. Nothing is stored until you click Import.</span>
      </PageFoot>
    </>
  );
}
