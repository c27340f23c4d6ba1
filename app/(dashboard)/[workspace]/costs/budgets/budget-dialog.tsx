"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { channelsQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { BudgetStatus } from "@/lib/api/contract/costs/budgets";
import { otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";
import { type BudgetDraft, draftErrors, draftOf, settingsOf } from "./budget-draft";
import { BudgetNotify } from "./budget-notify";
import { budgetsQuery } from "./budgets-query";

const SCOPES = [
  { value: "project", label: "Project" },
  { value: "model", label: "Model" },
  { value: "key", label: "Key" },
  { value: "user", label: "User" },
] as const;

const PERIODS = [
  { value: "day", label: "Day" },
  { value: "month", label: "Month" },
] as const;

const HINTS: Readonly<Record<BudgetDraft["scope"], string>> = {
  project: "",
  model: "as Costs shows it",
  key: "the user of API keys, or a person of the dashboard: as Costs → Spend → Key shows it",
  user: "the end user in attributes of calls; completions name it as `user`",
};

const FIELDS = ["name", "value", "limit_usd", "warn_percent"];

type BudgetDialogProps = { workspace: Workspace; budget: BudgetStatus | null; onClose: () => void };

/** Creates a budget, or changes one. */
export function BudgetDialog({ workspace, budget, onClose }: BudgetDialogProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const [draft, setDraft] = useState(() => draftOf(budget?.settings ?? null));
  const [isChecked, setIsChecked] = useState(false);
  const channels = useQuery(channelsQuery(workspace));
  const set = (members: Partial<BudgetDraft>) => setDraft((before) => ({ ...before, ...members }));
  const change = useMutation({
    mutationFn: () => {
      const body = { project_id: projectId, budget_id: budget?.id ?? null, settings: settingsOf(draft) };
      return callOperation(connectionId, "budgets.save", { body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: budgetsQuery(workspace).queryKey });
      onClose();
    },
  });
  const errors = draftErrors(draft);
  const failure = change.error ? failureOf(change.error) : null;
  const refused = (member: string) => failure?.detail?.find(({ loc }) => loc.at(-1) === member)?.msg;
  const shown = (member: keyof BudgetDraft, path: string) => (isChecked ? errors[member] : undefined) ?? refused(path);
  const text = (member: "name" | "value" | "limit" | "warnPercent", path: string, label: string, hint?: string) => (
    <Field label={label} error={shown(member, path)} hint={hint}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          inputMode={member === "limit" || member === "warnPercent" ? "decimal" : undefined}
          isInvalid={shown(member, path) !== undefined}
          isMono={member === "value"}
          value={draft[member]}
          onChange={(event) => set({ [member]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title={budget === null ? "New budget" : `Budget ${budget.settings.name}`}
      description="All calls of a period count, by the prices under Costs. Days and months begin at midnight in UTC."
      action="Save"
      change={change}
      messages={otherErrors(
        failure,
        FIELDS.map((field) => `settings.${field}`),
      )}
      onSubmit={() => {
        setIsChecked(true);
        if (Object.keys(errors).length === 0) change.mutate();
      }}
      onClose={onClose}
    >
      {text("name", "name", "Name")}
      <div className="grid justify-items-start gap-1">
        <span className="text-micro font-medium text-ink-3">Covers</span>
        <Segmented label="Covers" value={draft.scope} segments={SCOPES} onChange={(scope) => set({ scope })} />
      </div>
      {draft.scope === "project" ? null : text("value", "value", labelOf(draft.scope), HINTS[draft.scope])}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] items-start gap-3 max-md:grid-cols-1">
        <div className="grid justify-items-start gap-1">
          <span className="text-micro font-medium text-ink-3">For each</span>
          <Segmented label="For each" value={draft.period} segments={PERIODS} onChange={(period) => set({ period })} />
        </div>
        {text("limit", "limit_usd", "Limit, USD")}
        {text("warnPercent", "warn_percent", "Warn at, %", "empty: only at the limit")}
      </div>
      <div>
        <CheckLine label="Block at the limit" isOn={draft.blocks} onChange={(blocks) => set({ blocks })} />
        <p className="text-micro text-ink-3">
          Completions of the playground, evaluations, monitors and runs are refused until the next period. Calls that
          programs log themselves count, and can't be blocked.
        </p>
      </div>
      <BudgetNotify
        slug={workspace.slug}
        channels={channels.data?.channels ?? null}
        problem={channels.error ? failureOf(channels.error).message : null}
        chosen={draft.channelIds}
        onChange={(channelIds) => set({ channelIds })}
      />
    </FormDialog>
  );
}

const labelOf = (scope: BudgetDraft["scope"]) => SCOPES.find(({ value }) => value === scope)?.label ?? "";
