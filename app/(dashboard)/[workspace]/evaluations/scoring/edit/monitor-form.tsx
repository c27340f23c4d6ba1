"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { MonitorCost } from "@/components/evaluation/monitors/monitor-cost";
import { monitorsQuery } from "@/components/evaluation/monitors/monitors-query";
import { EstimateSection } from "@/components/evaluation/setup/estimate-section";
import { EMPTY_DRAFT } from "@/components/evaluation/setup/evaluation-draft";
import { NameInput } from "@/components/evaluation/setup/form-head-fields";
import { FormPanes } from "@/components/evaluation/setup/form-panes";
import { ScorersPart } from "@/components/evaluation/setup/scorers-part";
import { SendBar } from "@/components/evaluation/setup/send-bar";
import { type EstimateState, useEstimate } from "@/components/evaluation/setup/use-estimate";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Monitor } from "@/lib/api/contract/monitors/monitors";
import type { Workspace } from "@/lib/workspace/workspace";
import { MonitorBudgetPart, MonitorCallsPart } from "./monitor-calls-part";
import { draftOf, type MonitorDraft, NEW_MONITOR, readMonitorDraft } from "./monitor-draft";
import { MonitorPreviewPart } from "./monitor-preview";

type MonitorFormProps = { workspace: Workspace; monitor: Monitor | null };

/** The parts of a monitor, with what the last seven days would have cost beside them. */
export function MonitorForm({ workspace, monitor }: MonitorFormProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const { connectionId, projectId, slug } = workspace;
  const [draft, setDraft] = useState<MonitorDraft>(() => (monitor ? draftOf(monitor.settings) : NEW_MONITOR));
  const change = (members: Partial<MonitorDraft>) => setDraft((before) => ({ ...before, ...members }));
  const { settings, missing, problems } = useMemo(() => readMonitorDraft(draft, projectId), [draft, projectId]);
  const state = useEstimate("monitors.estimate", workspace, settings);
  const save = useMutation({
    mutationFn: (isOn: boolean) => {
      if (settings === null) throw new Error("The draft is not complete.");
      return callOperation(connectionId, "monitors.save", {
        body: { project_id: projectId, monitor_id: monitor?.id ?? null, settings, is_on: isOn },
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: monitorsQuery(workspace).queryKey });
      router.push(`/${slug}/evaluations/scoring`);
    },
  });
  const isOn = monitor !== null && monitor.state !== "off";
  const isReady = settings !== null && state.isCurrent && !save.isPending;
  useKeys("monitor", {
    "Mod+Enter": () => {
      if (isReady) save.mutate(isOn);
    },
  });
  const failure = save.error ? failureOf(save.error) : null;
  const waitingFor = [...missing, ...(problems.length > 0 ? ["a query that can be read"] : [])];
  return (
    <>
      <PageHead title={monitor === null ? "New monitor" : "Monitor"}>
        <NameInput
          placeholder="Name of the monitor"
          value={draft.name}
          isInvalid={state.errors.has("name")}
          onChange={(name) => change({ name })}
        />
      </PageHead>
      <FormPanes
        asideLabel="Cost and preview"
        aside={
          <>
            <CostPart state={state} waitingFor={waitingFor} />
            <MonitorPreviewPart workspace={workspace} settings={isReady ? settings : null} />
          </>
        }
        foot={
          <SendBar
            refusal="Not saved."
            failure={failure}
            missing={waitingFor}
            problemCount={state.errors.size}
            hint={null}
            className="flex-wrap"
          >
            <Button kind="primary" disabled={!isReady} isBusy={save.isPending} onClick={() => save.mutate(true)}>
              {isOn ? "Save" : "Save and switch on"}
            </Button>
            {isOn ? null : (
              <Button disabled={!isReady} onClick={() => save.mutate(false)}>
                Save, off
              </Button>
            )}
          </SendBar>
        }
      >
        <MonitorCallsPart draft={draft} change={change} errors={state.errors} problems={problems} />
        <ScorersPart
          number={2}
          without={["pairwise"]}
          control={{
            draft: { ...EMPTY_DRAFT, scorers: draft.scorers },
            change: ({ scorers }) => {
              if (scorers) change({ scorers });
            },
          }}
          columns={state.estimate?.columns ?? []}
          errors={state.errors}
        />
        <MonitorBudgetPart draft={draft} change={change} errors={state.errors} />
      </FormPanes>
      <PageFoot hints={<KeyHints hints={[keyHint("monitor", ["Mod+Enter"], "save")]} />}>
        <span className="truncate">Runs in the service. Scores are feedback on the calls.</span>
      </PageFoot>
    </>
  );
}

/** The estimated cost of the last seven days, or the reason why it is not known. */
function CostPart({ state, waitingFor }: { state: EstimateState<"monitors.estimate">; waitingFor: readonly string[] }) {
  const { estimate, errors } = state;
  return (
    <EstimateSection
      title="Cost"
      note="if it had been on for the last seven days"
      state={state}
      missing={waitingFor}
      errors={errors}
      className="border-b border-line"
    >
      <div className="px-4 pb-3">{estimate ? <MonitorCost estimate={estimate} /> : null}</div>
    </EstimateSection>
  );
}
