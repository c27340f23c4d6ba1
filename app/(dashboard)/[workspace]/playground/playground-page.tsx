"use client";

import { useState } from "react";
import { AnswersPane } from "@/app/(dashboard)/[workspace]/playground/columns/answers-pane";
import type { DraftAddress } from "@/app/(dashboard)/[workspace]/playground/draft/use-saved-draft";
import type { FirstDraft } from "@/app/(dashboard)/[workspace]/playground/open/filled-draft";
import { LoadedFromNote } from "@/app/(dashboard)/[workspace]/playground/open/loaded-from-note";
import { ParameterPanel } from "@/app/(dashboard)/[workspace]/playground/parameters/parameter-panel";
import { useProviders } from "@/app/(dashboard)/[workspace]/playground/providers/use-providers";
import { RequestPane } from "@/app/(dashboard)/[workspace]/playground/request/request-pane";
import { Segmented } from "@/components/form/segmented";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { PlaygroundFoot } from "./playground-foot";
import { PlaygroundHead } from "./playground-head";
import { useOpenedAddress } from "./use-opened-address";
import { usePlayground } from "./use-playground";
import { usePlaygroundKeys } from "./use-playground-keys";

const HistoryPane = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/playground/history/history-pane")).HistoryPane,
);

type PlaygroundPageProps = FirstDraft & { workspace: Workspace; address: DraftAddress };

/** The part of the page that a narrow window shows. */
type Part = "request" | "parameters" | "answers";

/** The request on the left, its parameters and the answers of each model on the right. */
export function PlaygroundPage({ workspace, address, draft, filled }: PlaygroundPageProps) {
  const providers = useProviders(workspace);
  const playground = usePlayground({ workspace, address, draft, filled, referencesPrompts: providers.takesPrompts });
  const [part, setPart] = useState<Part>("request");
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const run = (key: string | null) => {
    if (!providers.canRun) return;
    setPart("answers");
    if (key === null) playground.runAll();
    else playground.runOne(key);
  };
  const runAll = () => run(null);
  usePlaygroundKeys(playground, run);
  useOpenedAddress(playground.draft.callId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape stops from wherever the focus is, in a text too
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && playground.isRunning) playground.stopAll();
      }}
    >
      <PlaygroundHead
        playground={playground}
        providers={providers}
        isHistoryOpen={isHistoryOpen}
        onHistoryChange={(isOpen) => {
          setIsHistoryOpen(isOpen);
          if (isOpen) setPart("answers");
        }}
        onRunAll={runAll}
      />
      <LoadedFromNote playground={playground} />
      <Segmented
        label="Section"
        value={part}
        segments={[
          { value: "request", label: "Request" },
          { value: "parameters", label: "Parameters" },
          { value: "answers", label: "Answers" },
        ]}
        onChange={setPart}
        className="mx-3 mb-2 lg:hidden"
      />
      <div className="grid min-h-0 flex-1 grid-cols-[404px_minmax(0,1fr)] border-t border-line max-lg:grid-cols-[minmax(0,1fr)]">
        <section
          aria-label="Request"
          className={classNames(
            "flex min-h-0 min-w-0 flex-col border-r border-line max-lg:border-r-0",
            part !== "request" && "max-lg:hidden",
          )}
        >
          <RequestPane playground={playground} canRun={providers.canRun} />
        </section>
        <section
          aria-label="Parameters and answers"
          className={classNames("flex min-h-0 min-w-0 flex-col", part === "request" && "max-lg:hidden")}
        >
          <div className={classNames("flex-none max-lg:overflow-y-auto", part !== "parameters" && "max-lg:hidden")}>
            <ParameterPanel playground={playground} />
          </div>
          <div className={classNames("flex min-h-0 flex-1 flex-col", part !== "answers" && "max-lg:hidden")}>
            <AnswersPane playground={playground} providers={providers} />
            {isHistoryOpen ? <HistoryPane playground={playground} onClose={() => setIsHistoryOpen(false)} /> : null}
          </div>
        </section>
      </div>
      <PlaygroundFoot playground={playground} />
    </div>
  );
}
