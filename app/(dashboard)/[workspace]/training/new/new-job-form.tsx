"use client";

import { PreviewPanel } from "@/app/(dashboard)/[workspace]/training/new/groups/preview-panel";
import type { LoadedDraft } from "@/app/(dashboard)/[workspace]/training/new/keep/use-draft-saving";
import { ConfigurationPanel } from "@/app/(dashboard)/[workspace]/training/new/request/configuration-panel";
import { ProblemsPanel } from "@/app/(dashboard)/[workspace]/training/new/request/problems-panel";
import { RequestPanel } from "@/app/(dashboard)/[workspace]/training/new/request/request-panel";
import { UnconfirmedJobNotice } from "@/app/(dashboard)/[workspace]/training/new/request/unconfirmed-job-notice";
import { SourcePanel } from "@/app/(dashboard)/[workspace]/training/new/sources/source-panel";
import { openTable } from "@/app/(dashboard)/[workspace]/training/new/sources/use-sources-in-address";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { EarlierDraftNotice } from "./earlier-draft-notice";
import { NewJobHead } from "./new-job-head";
import { useNewJob } from "./use-new-job";

/** Trajectories, their groups and the request that would be sent, on one page. */
export function NewJobForm({ workspace, beginning }: { workspace: Workspace; beginning: LoadedDraft }) {
  const job = useNewJob(workspace, beginning);
  const { params, setParams, target, sources, control, keeping, submit, cursor, setCursor, waiting } = job;
  const { isReading, isEmpty } = job;
  return (
    <>
      <NewJobHead
        projectId={workspace.projectId}
        saveState={keeping}
        isEmpty={sources.sources.length === 0}
        canDownload={!isReading && control.totals.groupCount > 0}
        onDiscard={job.discard}
        onDownload={job.download}
      />
      <UnconfirmedJobNotice workspace={workspace} isSending={submit.state.kind === "sending"} />
      {waiting === null ? null : (
        <EarlierDraftNotice
          trajectoryCount={control.draft.rows.length}
          onReplace={() => {
            control.reset();
            waiting.replace();
          }}
          onAdd={waiting.add}
        />
      )}
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:flex-none">
          <SourcePanel
            workspace={workspace}
            sources={sources}
            source={params.source}
            onSource={(source) => void setParams({ source })}
            table={openTable(params)}
            onTable={({ digest, dataset, rowDigests }) =>
              void setParams({ table: digest, dataset, rows: [...rowDigests] })
            }
            isSmall={!isEmpty}
          />
          <PreviewPanel
            slug={workspace.slug}
            control={control}
            rule={target.rule}
            isReading={isReading}
            view={params.view}
            onView={(view) => void setParams({ view })}
            cursor={cursor}
            onCursor={setCursor}
          />
        </div>
        <aside
          aria-label="Configuration and request"
          className="flex w-[400px] flex-none flex-col overflow-auto border-l border-line max-lg:w-full max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
        >
          <ConfigurationPanel target={target} />
          <ProblemsPanel control={control} refusals={submit.refusals} onShow={setCursor} />
          <RequestPanel control={control} target={target} submit={submit} isReading={isReading} />
        </aside>
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("newJob", ["n"], "next problem"),
              keyHint("newJob", ["x"], "exclude group"),
              keyHint("newJob", ["Mod+Enter"], "start"),
            ]}
          />
        }
      >
        {isEmpty ? (
          <span className="truncate">Files are read in this browser; nothing is sent before you start.</span>
        ) : (
          <span>
            {countOf(control.totals.groupCount, "group")},{" "}
            {countOf(control.totals.trajectoryCount, "trajectory", "trajectories")}
          </span>
        )}
      </PageFoot>
    </>
  );
}
