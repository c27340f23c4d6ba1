"use client";

import { type ReactNode, useRef } from "react";
import { useUnsavedWarning } from "@/components/browser/use-unsaved-warning";
import { useKeys } from "@/components/keyboard/use-keys";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { Workspace } from "@/lib/workspace/workspace";
import { DropZone } from "./drop-zone";
import type { ImportSize } from "./estimate/prepare-estimate";
import { ImportProgressPanel } from "./import-progress-panel";
import { ImportColumns } from "./parts/import-columns";
import { ImportSection } from "./parts/import-section";
import { FileFacts } from "./preview/file-facts";
import { FilePreviewTable } from "./preview/file-preview-table";
import { type FilePreview, hasContent, recordCount } from "./preview/prepare-file-preview";
import { LeftOutList, SkippedList } from "./preview/skipped-list";
import { SourceRecordsTable } from "./preview/source-records-table";
import { ReadableKinds } from "./readable-kinds";
import { UnreadableFile } from "./unreadable-file";
import type { ImportControl } from "./use-import";

const MappingEditor = partLoadedLater(async () => (await import("./mapping/mapping-editor")).MappingEditor);
const IdsChoice = partLoadedLater(async () => (await import("./mapping/ids-choice")).IdsChoice);
const EstimateFigures = partLoadedLater(async () => (await import("./estimate/estimate-figures")).EstimateFigures);

type FileImportProps = { workspace: Workspace; control: ImportControl; sourceChoice: (isBusy: boolean) => ReactNode };

/** Imports a file: it is read and counted first, and stored only on request. */
export function FileImport({ workspace, control, sourceChoice }: FileImportProps) {
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
  const steps = (
    <>
      {sourceChoice(isBusy)}
      <ImportSection
        number={2}
        title="Data"
        note="read in the browser first; nothing is stored before Import"
        isDone={preview !== null && state.kind !== "reading"}
      >
        <div className="grid gap-4">
          <DropZone
            inputRef={input}
            file={"chosen" in state ? state.chosen.file : null}
            isDisabled={isBusy}
            onFile={control.choose}
          />
          {state.kind === "choosing" ? <ReadableKinds /> : null}
          {state.kind === "unreadable" ? <UnreadableFile name={state.chosen.file.name} reason={state.reason} /> : null}
          {preview ? <FileFacts preview={preview} /> : null}
        </div>
      </ImportSection>
      {preview && preview.valueCount > 0 ? (
        <ImportSection number={3} title="What becomes of it" isDone={state.kind === "done"}>
          <div className="grid gap-4">
            {state.kind === "ready" && state.stored.items === 0 && preview.sourceRecords.length > 0 ? (
              <MappingEditor preview={state.whole} mapping={state.chosen.mapping} onChange={control.map} />
            ) : (
              <SourceRecordsTable preview={preview} leftOut={"chosen" in state ? state.chosen.mapping.leftOut : []} />
            )}
            {preview.rows.length > 0 ? <FilePreviewTable preview={preview} /> : null}
          </div>
        </ImportSection>
      ) : null}
    </>
  );
  const side = preview ? (
    <ImportSection number={4} title="Run" isDone={state.kind === "done"}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {state.kind === "ready" && hasContent(preview) ? (
          <EstimateFigures workspace={workspace} size={sizeLeft(preview, state.stored.items)} />
        ) : null}
        {state.kind === "ready" && state.stored.items === 0 && preview.counts.calls > 0 ? (
          <IdsChoice mapping={state.chosen.mapping} onChange={control.map} />
        ) : null}
        <ImportProgressPanel workspace={workspace} control={control} />
        {preview.leftOut.length > 0 ? <LeftOutList preview={preview} /> : null}
        {preview.skippedCount > 0 ? <SkippedList preview={preview} /> : null}
      </div>
    </ImportSection>
  ) : null;
  return <ImportColumns steps={steps} side={side} />;
}

/** What is left to send of a file: all of it, unless an earlier import stored a part. */
function sizeLeft(preview: FilePreview, storedItems: number): ImportSize {
  const share = preview.valueCount === 0 ? 0 : 1 - Math.min(1, storedItems / preview.valueCount);
  const { sentBytes } = preview;
  return {
    records: Math.round(recordCount(preview) * share),
    bytes: sentBytes === null ? null : sentBytes * share,
  };
}
