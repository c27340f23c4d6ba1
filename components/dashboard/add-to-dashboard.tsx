"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { useToast } from "@/components/ui/toast";
import { appQuery, appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { MAX_DASHBOARD_NAME_LENGTH, MAX_PANELS } from "@/lib/api/contract/app/panel-rules";
import { withNewPanel } from "@/lib/dashboard/edit-panels";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

const NEW = "new";

export type AddToDashboardProps = {
  workspace: Workspace;
  panel: Partial<DashboardPanel>;
  onClose: () => void;
};

/** Asks for the dashboard that a chart becomes a panel of, or the name of a new one. */
export function AddToDashboard({ workspace, panel, onClose }: AddToDashboardProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const { id: workspaceId } = workspace;
  const list = useQuery(appQuery("dashboards.list", { workspaceId }));
  const dashboards = list.data?.dashboards ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState("");
  const id = chosen ?? dashboards.find(({ panelCount }) => panelCount < MAX_PANELS)?.id ?? NEW;
  const add = useMutation({
    mutationFn: async () => {
      const read = id === NEW ? null : (await callApp("dashboards.read", { workspaceId, id })).dashboard;
      const content = read?.content ?? { name: name.trim(), query: "", panels: [] };
      const { panels } = withNewPanel(content.panels, panel);
      const before = read && { id: read.id, version: read.version };
      return await callApp("dashboards.save", {
        workspaceId,
        before,
        content: { ...content, panels: [...panels] },
      });
    },
    onSuccess: async ({ dashboard }) => {
      await queries.invalidateQueries({ queryKey: appQueryKey("dashboards.list") });
      await queries.invalidateQueries({ queryKey: appQueryKey("dashboards.read") });
      toast(`Added to ${dashboard.content.name}`);
      onClose();
    },
  });
  const problem = list.error ? `The dashboards could not be loaded: ${failureOf(list.error).message}` : null;
  return (
    <FormDialog
      title="Add to dashboard"
      description="The measure of this chart becomes a panel, with the filter of the page. The time is that of the dashboard's page."
      action="Add"
      change={add}
      isReady={list.data !== undefined && (id !== NEW || name.trim() !== "")}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Field label="Dashboard" {...(problem === null ? {} : { error: problem })}>
        {(ids) => (
          <Select
            id={ids.id}
            label="Dashboard"
            value={id}
            options={[
              ...dashboards
                .filter(({ panelCount }) => panelCount < MAX_PANELS)
                .map((one) => ({ value: one.id, label: `${one.name}, ${countOf(one.panelCount, "panel")}` })),
              { value: NEW, label: "New dashboard" },
            ]}
            onChange={setChosen}
          />
        )}
      </Field>
      {id === NEW ? (
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              maxLength={MAX_DASHBOARD_NAME_LENGTH}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  );
}
