"use client";

import { History } from "lucide-react";
import { useQueryStates } from "nuqs";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Workspace } from "@/lib/workspace/workspace";
import { FileImport } from "./file-import";
import { ImportSection } from "./parts/import-section";
import { importParams } from "./search-params";
import { SourceChoice } from "./source-choice";
import { useImport } from "./use-import";

const EarlierImports = partLoadedLater(async () => (await import("./earlier/earlier-imports")).EarlierImports);
const LangfuseImport = partLoadedLater(async () => (await import("./source-api/langfuse-import")).LangfuseImport);
const LangsmithImport = partLoadedLater(async () => (await import("./source-api/langsmith-import")).LangsmithImport);
const WeaveImport = partLoadedLater(async () => (await import("./weave/weave-import")).WeaveImport);

/** Imports a file, or the project of another workspace, into the project of a workspace. */
export function ImportView() {
  return <WorkspaceGate>{(workspace) => <ImportForMembers key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function ImportForMembers({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  if (isMember === undefined) return <ProgressBar label="Checking your role" />;
  if (isMember) return <NewOrEarlier workspace={workspace} />;
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

function NewOrEarlier({ workspace }: { workspace: Workspace }) {
  const [{ earlier, import: openId }, setParams] = useQueryStates(importParams);
  if (!earlier) return <Import workspace={workspace} />;
  return (
    <EarlierImports
      workspace={workspace}
      openId={openId}
      onOpen={(id) => void setParams({ import: id })}
      onNew={() => void setParams({ earlier: null, import: null }, { history: "push" })}
    />
  );
}

function Import({ workspace }: { workspace: Workspace }) {
  const [{ from }, setParams] = useQueryStates(importParams);
  const file = useImport(workspace);
  /** While an import is under way, no other source can be chosen. */
  const sourceChoice = (isBusy: boolean) => (
    <ImportSection
      number={1}
      title="Source"
      isDone
      action={
        <Button
          kind="ghost"
          size="small"
          disabled={isBusy}
          icon={<History size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => void setParams({ earlier: true }, { history: "push" })}
        >
          Earlier imports
        </Button>
      }
    >
      <SourceChoice value={from} isDisabled={isBusy} onChange={(chosen) => void setParams({ from: chosen })} />
    </ImportSection>
  );
  return (
    <>
      <PageHead title="Import" count={`into ${workspace.projectId}`} />
      <div className="min-h-0 flex-1 overflow-auto border-t border-line">
        {from === "files" ? <FileImport workspace={workspace} control={file} sourceChoice={sourceChoice} /> : null}
        {from === "weave" ? <WeaveImport workspace={workspace} sourceChoice={sourceChoice} /> : null}
        {from === "langfuse" ? <LangfuseImport workspace={workspace} sourceChoice={sourceChoice} /> : null}
        {from === "langsmith" ? <LangsmithImport workspace={workspace} sourceChoice={sourceChoice} /> : null}
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[
              ...(from === "files" ? [keyHint("import", ["o"], "choose a file")] : []),
              keyHint("import", ["Mod+Enter"], "import"),
              keyHint("import", ["Escape"], "stop"),
            ]}
          />
        }
      >
        <span className="truncate">
          {from === "files"
            ? "The file is read in this browser. Nothing is stored until you click Import."
            : "Records pass through this browser. Nothing is stored until you click Import."}
        </span>
      </PageFoot>
    </>
  );
}
