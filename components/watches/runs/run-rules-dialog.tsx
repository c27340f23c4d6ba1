"use client";

import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CheckLine } from "@/components/form/check-line";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { RUN_RULES, type RunRule, type RunWatchDetail } from "@/lib/api/contract/watches/run-watches";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { ChannelChoice } from "./channel-choice";
import { RUN_RULE_WORDS } from "./run-rule-words";
import { draftOf, levelProblem, type RunRulesDraft, settingsOf } from "./run-rules-draft";
import { useRunWatchChange } from "./use-run-watch-change";

const ACTIONS = [
  { value: "none", label: "Tell" },
  { value: "pause", label: "Tell and pause" },
  { value: "stop", label: "Tell and stop" },
] as const;

type RunRulesDialogProps = {
  workspace: Workspace;
  detail: RunWatchDetail;
  /** Whether runs can be paused and stopped: those that the service runs. */
  canAct: boolean;
  onClose: () => void;
};

/** Changes the rules on one training run, or on all runs of the workspace. */
export function RunRulesDialog({ workspace, detail, canAct, onClose }: RunRulesDialogProps) {
  const { run_id: runId, is_of_project: isOfProject } = detail;
  const [draft, setDraft] = useState(() => draftOf(detail));
  const change = useRunWatchChange(workspace, runId);
  const settings = settingsOf(draft);
  const save = (saved: typeof settings) => change.mutate({ kind: "save", settings: saved }, { onSuccess: onClose });
  const setRule = (rule: RunRule, members: Partial<RunRulesDraft["rules"][RunRule]>) =>
    setDraft((before) => ({
      ...before,
      rules: { ...before.rules, [rule]: { ...before.rules[rule], ...members } },
    }));
  return (
    <FormDialog
      title={runId === null ? "Watches of all training runs" : "Watches of this run"}
      description={
        runId === null
          ? "They apply to each run that has no rules of its own."
          : "They apply to this run only. The service judges them each minute."
      }
      size="wide"
      action="Save"
      change={change}
      isReady={settings !== null}
      onSubmit={() => save(settings)}
      onClose={onClose}
      aside={
        runId !== null && !isOfProject ? (
          <Button onClick={() => save(null)}>Use those of the project</Button>
        ) : undefined
      }
    >
      <CheckLine
        label={runId === null ? "Watch training runs" : "Watch this run"}
        isOn={draft.isOn}
        onChange={(isOn) => setDraft((before) => ({ ...before, isOn }))}
      />
      <div className="grid gap-1.5">
        {RUN_RULES.map((rule) => (
          <RuleLine
            key={rule}
            rule={rule}
            draft={draft.rules[rule]}
            canAct={canAct}
            onChange={(members) => setRule(rule, members)}
          />
        ))}
      </div>
      <ChannelChoice
        workspace={workspace}
        ids={draft.channelIds}
        onChange={(channelIds) => setDraft((before) => ({ ...before, channelIds }))}
      />
    </FormDialog>
  );
}

type RuleLineProps = {
  rule: RunRule;
  draft: RunRulesDraft["rules"][RunRule];
  canAct: boolean;
  onChange: (members: Partial<RunRulesDraft["rules"][RunRule]>) => void;
};

/** One rule: whether it is on, its level, and what it does. */
function RuleLine({ rule, draft, canAct, onChange }: RuleLineProps) {
  const { label, unit } = RUN_RULE_WORDS[rule];
  const problem = levelProblem(rule, draft);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="w-[210px] max-md:w-full">
        <CheckLine label={label} isOn={draft.isOn} onChange={(isOn) => onChange({ isOn })} />
      </span>
      <span className={classNames("w-[190px] max-md:flex-1", unit === null && "max-md:hidden")}>
        {unit === null ? null : (
          <Input
            aria-label={`${label}, ${unit || "level"}`}
            inputMode="decimal"
            isInvalid={problem !== undefined}
            title={problem}
            placeholder={rule === "spend" ? "none" : "default"}
            disabled={!draft.isOn}
            value={draft.level}
            trailing={<span className="text-small whitespace-nowrap text-ink-3">{unit}</span>}
            onChange={(event) => onChange({ level: event.target.value })}
          />
        )}
      </span>
      {canAct ? (
        <Select
          label={`What ${label} does`}
          value={draft.action}
          options={ACTIONS}
          isDisabled={!draft.isOn}
          onChange={(action) => onChange({ action })}
          className={classNames("w-[150px]", unit === null && "max-md:flex-1")}
        />
      ) : null}
    </div>
  );
}
