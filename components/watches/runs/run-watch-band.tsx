"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { runWatchQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { ruleName, runWatchSummary } from "./run-rule-words";
import { useRunWatchChange } from "./use-run-watch-change";

const RunRulesDialog = openedLater(async () => (await import("./run-rules-dialog")).RunRulesDialog);

/** Runs are judged each minute. */
const REFRESH_MS = 20_000;

type RunWatchBandProps = {
  workspace: Workspace;
  subject: { readonly runId?: string; readonly jobId?: string };
  /** True for a run that the service can pause and stop. */
  canAct: boolean;
  isLive: boolean;
};

/** What is watched of a training run: where its rules stand, and a switch. Nothing where the service has none. */
export function RunWatchBand({ workspace, subject, canAct, isLive }: RunWatchBandProps) {
  const isMember = useHasRole("member") === true;
  const [isEditing, setIsEditing] = useState(false);
  const query = useQuery({
    ...runWatchQuery(workspace, subject),
    refetchInterval: ({ state: { error } }) => (isLive && error === null ? REFRESH_MS : false),
  });
  const { data } = query;
  const change = useRunWatchChange(workspace, data?.run_id ?? null);
  const failure = query.error ? failureOf(query.error) : null;
  if (failure !== null && failure.kind !== "unsupported" && data === undefined)
    return <p className="flex-none px-4 pb-3 text-small text-warn max-md:px-3">Watches: {failure.message}</p>;
  if (data === undefined) return null;
  const { settings, watch } = data;
  const { status, text, firing } = runWatchSummary(watch, settings.is_on);
  const isOpen = watch?.is_over === false && firing.some((one) => one.acknowledged_at === null);
  const toggle = () => change.mutate({ kind: "save", settings: { ...settings, is_on: !settings.is_on } });
  return (
    <section
      aria-label="Watches"
      className="flex flex-none items-baseline gap-2.5 px-4 pb-3 text-small max-md:flex-wrap max-md:px-3"
    >
      <span className="flex flex-none items-baseline gap-1.5">
        {/* The text, not the glyph, is on the line of the sentences. */}
        <span className="self-center">
          <StatusGlyph status={status} label="" />
        </span>
        <span className={status === "error" ? "font-medium text-err" : "text-ink-2"}>{text}</span>
      </span>
      <div className="grid min-w-0 gap-0.5 empty:hidden">
        {firing.map(({ rule, sentence, action, acknowledged_by: by }) => (
          <p key={rule} className="[overflow-wrap:anywhere]">
            <b className="font-medium">{ruleName(rule)}.</b> {sentence}
            {action === "none" ? "" : action === "stop" ? " It stops the run." : " It pauses the run."}
            {by === null ? null : <span className="text-ink-3"> Acknowledged.</span>}
          </p>
        ))}
        {change.error ? (
          <p role="alert" className="text-err">
            not changed: {change.error.message}
          </p>
        ) : null}
      </div>
      {isMember ? (
        <span className="ml-auto flex flex-none gap-1">
          {isOpen ? (
            <Button size="small" isBusy={change.isPending} onClick={() => change.mutate({ kind: "acknowledge" })}>
              Acknowledge
            </Button>
          ) : null}
          <Button size="small" kind="ghost" onClick={() => setIsEditing(true)}>
            Rules…
          </Button>
          <Button size="small" kind="ghost" isBusy={change.isPending} onClick={toggle}>
            {settings.is_on ? "Switch off" : "Switch on"}
          </Button>
        </span>
      ) : null}
      {isEditing ? (
        <RunRulesDialog workspace={workspace} detail={data} canAct={canAct} onClose={() => setIsEditing(false)} />
      ) : null}
    </section>
  );
}
