"use client";

import { type ReactNode, useState } from "react";
import { ImportColumns } from "@/app/(dashboard)/[workspace]/import/parts/import-columns";
import { ImportSection } from "@/app/(dashboard)/[workspace]/import/parts/import-section";
import { FileFacts } from "@/app/(dashboard)/[workspace]/import/preview/file-facts";
import { LeftOutList, SkippedList } from "@/app/(dashboard)/[workspace]/import/preview/skipped-list";
import { SourceRecordsTable } from "@/app/(dashboard)/[workspace]/import/preview/source-records-table";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useKeys } from "@/components/keyboard/use-keys";
import { useHasInstanceRole } from "@/components/session/use-role";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { Workspace } from "@/lib/workspace/workspace";
import { ApiRunPanel } from "./api-run-panel";
import type { ApiLogin, ApiTool } from "./api-tool";
import { emptyLogin, isWholeLogin, LoginFields } from "./login-fields";
import { useApiImport } from "./use-api-import";

const MappingEditor = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/import/mapping/mapping-editor")).MappingEditor,
);

export type ApiImportProps = { workspace: Workspace; sourceChoice: (isBusy: boolean) => ReactNode };

/** Imports a project of another tool through its API. */
export function ApiImport<Field extends string>({
  tool,
  workspace,
  sourceChoice,
}: ApiImportProps & { tool: ApiTool<Field> }) {
  const control = useApiImport(tool, workspace);
  const { state, start, stop } = control;
  const isAdmin = useHasInstanceRole("admin");
  const [login, setLogin] = useState(() => emptyLogin(tool));
  const isRunning = state.kind === "running" || state.kind === "looking";
  const isWhole = isWholeLogin(tool, login);
  const begin = () => {
    if (isWhole && isAdmin === true && !isRunning) start(login);
  };
  useUnsavedWarning(state.kind === "running");
  useKeys("import", {
    "Mod+Enter": begin,
    Escape: () => {
      if (isRunning) stop();
    },
  });
  const preview = "preview" in state ? state.preview : null;
  const enter = (changed: ApiLogin<Field>) => {
    control.reset();
    setLogin(changed);
  };
  const steps = (
    <>
      {sourceChoice(isRunning)}
      <ImportSection
        number={2}
        title="Project"
        isDone={preview !== null}
        note="keys are used for this import and not stored"
      >
        {isAdmin === false ? (
          <Callout tone="plain">
            Only an admin can let the server read from an address. With keys of your own, the command does the same:{" "}
            <code className="text-code [overflow-wrap:anywhere]">
              npm run import -- {tool.commandOptions} --project {workspace.projectId}
            </code>
          </Callout>
        ) : (
          <LoginFields tool={tool} login={login} isDisabled={isRunning} onChange={enter} />
        )}
      </ImportSection>
      {preview ? (
        <ImportSection
          number={3}
          title="What becomes of it"
          isDone={state.kind === "done"}
          {...("mapping" in state && state.kind !== "looked" ? {} : { note: "from the beginning of each list" })}
        >
          <div className="grid gap-4">
            {state.kind === "looked" ? (
              <MappingEditor preview={state.whole} mapping={state.mapping} onChange={control.map} />
            ) : (
              <>
                {state.kind === "looking" ? null : <FileFacts preview={preview} />}
                <SourceRecordsTable preview={preview} leftOut={"mapping" in state ? state.mapping.leftOut : []} />
              </>
            )}
          </div>
        </ImportSection>
      ) : null}
    </>
  );
  const side = isAdmin ? (
    <ImportSection number={4} title="Run" isDone={state.kind === "done"}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ApiRunPanel
          toolName={tool.name}
          state={state}
          workspace={workspace}
          isReady={isWhole}
          onLook={() => control.look(login)}
          onStart={begin}
          onStop={stop}
        />
        {preview && preview.leftOut.length > 0 ? <LeftOutList preview={preview} /> : null}
        {preview && preview.skippedCount > 0 ? <SkippedList preview={preview} /> : null}
      </div>
    </ImportSection>
  ) : null;
  return <ImportColumns steps={steps} side={side} />;
}
