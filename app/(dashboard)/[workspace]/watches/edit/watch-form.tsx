"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { NameInput } from "@/components/evaluation/setup/form-head-fields";
import { FormPanes } from "@/components/evaluation/setup/form-panes";
import { SendBar } from "@/components/evaluation/setup/send-bar";
import { useEstimate } from "@/components/evaluation/setup/use-estimate";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { watchesQuery } from "@/components/watches/watches-query";
import type { TracesScope } from "@/lib/address/traces-href";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Watch } from "@/lib/api/contract/watches/watches";
import type { Workspace } from "@/lib/workspace/workspace";
import { ConditionPart } from "./condition-part";
import { NotifyPart } from "./notify-part";
import { PreviewPart } from "./preview-part";
import { MeasurePart } from "./rule-part";
import { draftOf, readWatchDraft, type WatchDraft } from "./watch-draft";
import { WatchHistory } from "./watch-history";

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

type WatchFormProps = {
  workspace: Workspace;
  watch: Watch | null;
  /** What a new watch begins with. */
  start: WatchDraft;
  isMember: boolean;
};

/** The parts of a rule, with the past of its measure beside them: when it would have fired. */
export function WatchForm({ workspace, watch, start, isMember }: WatchFormProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const { connectionId, projectId, slug } = workspace;
  const timeZone = watch?.settings.quiet_hours?.time_zone ?? ownTimeZone();
  const [draft, setDraft] = useState<WatchDraft>(() => (watch ? draftOf(watch.settings) : start));
  const change = (members: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...members }));
  const { settings, missing, problems } = useMemo(
    () => readWatchDraft(draft, projectId, timeZone),
    [draft, projectId, timeZone],
  );
  const state = useEstimate("watches.preview", workspace, settings);
  const scope = useMemo<TracesScope>(
    () => ({ slug, query: draft.query, source: "all", areRootsOnly: draft.areRootsOnly, range: { kind: "all" } }),
    [slug, draft.query, draft.areRootsOnly],
  );
  const save = useMutation({
    mutationFn: () => {
      if (settings === null) throw new Error("The draft is not complete.");
      const body = { project_id: projectId, watch_id: watch?.id ?? null, settings, is_on: watch?.is_on ?? true };
      return callOperation(connectionId, "watches.save", { body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: watchesQuery(workspace).queryKey });
      router.push(`/${slug}/watches`);
    },
  });
  const isReady = isMember && settings !== null && state.isCurrent && !save.isPending;
  useKeys("watch", {
    "Mod+Enter": () => {
      if (isReady) save.mutate();
    },
  });
  const waitingFor = [...missing, ...(problems.length > 0 ? ["a query that can be read"] : [])];
  return (
    <>
      <PageHead title={watch === null ? "New watch" : "Watch"}>
        <NameInput
          placeholder="Name of the watch"
          value={draft.name}
          isInvalid={state.errors.has("name")}
          onChange={(name) => change({ name })}
        />
      </PageHead>
      <FormPanes
        asideLabel="Past and history"
        aside={
          <>
            <PreviewPart state={state} settings={settings} missing={waitingFor} scope={scope} />
            {watch === null ? null : <WatchHistory workspace={workspace} watchId={watch.id} />}
          </>
        }
        foot={
          <SendBar
            refusal="Not saved."
            failure={save.error ? failureOf(save.error) : null}
            missing={waitingFor}
            problemCount={state.errors.size}
            hint={isMember ? null : "Changing a watch needs the member role."}
            className="flex-wrap"
          >
            <Button kind="primary" disabled={!isReady} isBusy={save.isPending} onClick={() => save.mutate()}>
              {watch === null ? "Save watch" : "Save"}
            </Button>
          </SendBar>
        }
      >
        <MeasurePart draft={draft} change={change} errors={state.errors} problems={problems} />
        <ConditionPart draft={draft} change={change} errors={state.errors} />
        <NotifyPart workspace={workspace} draft={draft} change={change} timeZone={timeZone} />
      </FormPanes>
      <PageFoot hints={<KeyHints hints={[keyHint("watch", ["Mod+Enter"], "save")]} />}>
        <span className="truncate">Judged by the service each minute. A changed rule begins anew.</span>
      </PageFoot>
    </>
  );
}
