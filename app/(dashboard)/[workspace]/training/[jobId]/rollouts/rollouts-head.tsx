"use client";

import { ArrowLeft, Download, Play } from "lucide-react";
import Link from "next/link";
import { Select } from "@/components/form/select";
import { Switch } from "@/components/form/switch";
import { SIGNAL_LABELS } from "@/components/logprobs/signal-tint";
import { JobStatusTag } from "@/components/training/jobs/job-status";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { KeyCap } from "@/components/ui/key-cap";
import { loadedLater } from "@/components/ui/loaded-later";
import { PageHead } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import { tokenSignals } from "@/lib/logprobs/token-signals";
import { turnHref } from "./turn-href";
import type { Rollouts } from "./use-rollouts";
import { useSaveStep } from "./use-save-step";

const RendererMenu = loadedLater(
  async () => (await import("@/components/training/renderers/renderer-menu")).RendererMenu,
);

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The model of the rollouts, and the actions on the shown ones. */
export function RolloutsHead({ control, isCut }: { control: Rollouts; isCut: boolean }) {
  const { workspace, record, batches, choices, setChoices, shown } = control;
  const href = turnHref(control);
  const { save, isSaving, problem } = useSaveStep(workspace.connectionId, shown);
  const total = batches.reduce((sum, { trajectory_count }) => sum + trajectory_count, 0);
  return (
    <>
      <div className="flex flex-none items-center">
        <Button asChild kind="ghost" size="icon-small" className="ml-2.5 max-md:ml-1">
          <Link href={`/${workspace.slug}/training/${encodeURIComponent(record.id)}`} aria-label="Back to job">
            <ArrowLeft size={15} strokeWidth={1.7} aria-hidden="true" />
          </Link>
        </Button>
        <div className="min-w-0 flex-1 [&>div]:pl-1.5">
          <PageHead title="Rollouts">
            <span className="min-w-0 truncate text-code">{record.model_name}</span>
            <JobStatusTag status={record.status} />
            <span className="truncate text-small text-ink-3 max-lg:hidden">
              {isCut ? "the newest " : ""}
              {countOf(batches.length, "batch", "batches")}, {countOf(total, "trajectory", "trajectories")}
            </span>
            <div className="ml-auto flex flex-none items-center gap-1.5">
              <span className="flex items-center gap-1.5 text-small max-md:hidden">
                <Switch isOn={choices.p} onChange={(p) => void setChoices({ p })} label="Token probabilities" />
                <KeyCap>P</KeyCap>
                {choices.p ? (
                  <Select
                    label="Token signal"
                    className="h-6"
                    value={choices.signal}
                    options={tokenSignals.map((signal) => ({ value: signal, label: SIGNAL_LABELS[signal] }))}
                    onChange={(signal) => void setChoices({ signal })}
                  />
                ) : null}
              </span>
              <RendererMenu
                workspace={workspace}
                chosen={control.renderer}
                onChoose={(renderer) => void setChoices({ renderer })}
              />
              <span className="mx-1 h-4 w-px flex-none bg-line-strong max-md:hidden" />
              <Button
                size="small"
                className="max-md:hidden"
                disabled={shown === null || shown.trajectory_count === 0}
                isBusy={isSaving}
                onClick={() => void save()}
                icon={<Download {...icon} />}
              >
                Save step as JSONL
              </Button>
              {href === null ? null : (
                <Button asChild size="small">
                  <Link href={href}>
                    <Play {...icon} />
                    <span className="max-md:sr-only">Open in playground</span>
                  </Link>
                </Button>
              )}
            </div>
          </PageHead>
        </div>
      </div>
      {problem === null ? null : (
        <Callout tone="err" className="mx-4 mb-2">
          {problem}
        </Callout>
      )}
    </>
  );
}
