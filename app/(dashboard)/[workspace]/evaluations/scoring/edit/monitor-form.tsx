"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { MonitorCost } from "@/components/evaluation/monitors/monitor-cost";
import { monitorsQuery } from "@/components/evaluation/monitors/monitors-query";
import { EMPTY_DRAFT } from "@/components/evaluation/setup/evaluation-draft";
import { ScorersPart } from "@/components/evaluation/setup/scorers-part";
import { type EstimateState, useEstimate } from "@/components/evaluation/setup/use-estimate";
import { Input } from "@/components/form/input";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureDetails, FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Monitor } from "@/lib/api/contract/monitors/monitors";
import { countOf } from "@/lib/format/count";
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
        <Input
          aria-label="Name"
          placeholder="Name of the monitor"
          value={draft.name}
          isInvalid={state.errors.has("name")}
          onChange={(event) => change({ name: event.target.value })}
          className="w-[220px] max-md:w-[150px]"
        />
      </PageHead>
      <div className="flex min-h-0 flex-1 border-t border-line max-lg:flex-col max-lg:overflow-auto">
        <div className="min-h-0 min-w-0 flex-1 overflow-auto max-lg:flex-none max-lg:overflow-visible">
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
        </div>
        <aside
          aria-label="Cost and preview"
          className="flex w-[400px] flex-none flex-col border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
        >
          <div className="min-h-0 flex-1 overflow-auto max-lg:flex-none">
            <CostPart state={state} waitingFor={waitingFor} />
            <MonitorPreviewPart workspace={workspace} settings={isReady ? settings : null} />
          </div>
          <div className="grid flex-none gap-2 border-t border-line px-4 py-3">
            {failure === null ? null : (
              <Callout tone="err">
                Not saved. <FailureDetails failure={failure} />
              </Callout>
            )}
            <div className="flex flex-wrap items-center gap-2.5">
              <Button kind="primary" disabled={!isReady} isBusy={save.isPending} onClick={() => save.mutate(true)}>
                {isOn ? "Save" : "Save and switch on"}
              </Button>
              {isOn ? null : (
                <Button disabled={!isReady} onClick={() => save.mutate(false)}>
                  Save, off
                </Button>
              )}
              <span className="min-w-0 text-small text-ink-3">
                {waitingFor.length > 0
                  ? `Needs ${waitingFor.join(", ")}`
                  : state.errors.size > 0
                    ? `${countOf(state.errors.size, "problem")} to fix`
                    : null}
              </span>
            </div>
          </div>
        </aside>
      </div>
      <PageFoot hints={<KeyHints hints={[keyHint("monitor", ["Mod+Enter"], "save")]} />}>
        <span className="truncate">Runs in the service. Scores are feedback on the calls.</span>
      </PageFoot>
    </>
  );
}

/** The estimated cost of the last seven days, or the reason why it is not known. */
function CostPart({ state, waitingFor }: { state: EstimateState<"monitors.estimate">; waitingFor: readonly string[] }) {
  const { estimate, failure, errors, isCurrent } = state;
  return (
    <section aria-label="Cost" className="border-b border-line">
      <div className="flex min-h-[42px] items-center gap-2 px-4">
        <h2 className="font-semibold">Cost</h2>
        <span className="text-small text-ink-3">if it had been on for the last seven days</span>
      </div>
      {waitingFor.length > 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3">Shown once there is {waitingFor.join(", ")}.</p>
      ) : failure !== null && errors.size === 0 ? (
        <FailureState failure={failure} onRetry={state.retry} />
      ) : failure !== null ? (
        <ul role="alert" className="grid gap-1 px-4 pb-3 text-small">
          {[...errors].map(([path, message]) => (
            <li key={path} className="[overflow-wrap:anywhere]">
              <span className="text-code text-ink-3">{path || "settings"}</span>{" "}
              <span className="text-err">{message}</span>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {isCurrent ? null : <ProgressBar label="Estimating" />}
          <div className="px-4 pb-3">{estimate ? <MonitorCost estimate={estimate} /> : null}</div>
        </>
      )}
    </section>
  );
}
