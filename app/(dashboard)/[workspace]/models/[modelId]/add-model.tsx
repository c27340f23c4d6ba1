"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { FailureDetails } from "@/components/state/failure-state";
import { useFollowed } from "@/components/training/lists/followed-ids";
import { ModelOrJobPicker } from "@/components/training/lists/model-or-job-picker";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";

/** With more lines than this, they cannot be distinguished. */
export const MAX_MODELS = 6;

/** The number of models to choose from: the newest. */
const MAX_OFFERED_MODELS = 100;

type AddModelProps = {
  workspace: Workspace;
  /** Models already in the chart. */
  ids: readonly string[];
  onAdd: (id: string) => void;
};

/** Adds another model to the chart of one. */
export function AddModel({ workspace, ids, onAdd }: AddModelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isFull = ids.length >= MAX_MODELS;
  return (
    <Popover
      label="Add a model to the chart"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-[320px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button
          size="small"
          disabled={isFull}
          title={isFull ? `Maximum of ${MAX_MODELS} models reached` : undefined}
          icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Add model
        </Button>
      }
    >
      <ModelChoices
        workspace={workspace}
        ids={ids}
        onAdd={(id) => {
          setIsOpen(false);
          onAdd(id);
        }}
      />
    </Popover>
  );
}

function ModelChoices({ workspace, ids, onAdd }: AddModelProps) {
  const { connectionId, projectId } = workspace;
  const list = useQuery(
    serviceQuery(connectionId, "models.list", { project_id: projectId, limit: MAX_OFFERED_MODELS, order: "desc" }),
  );
  const followed = useFollowed(workspace.id, "models");
  if (list.isPending) return <ProgressBar label="Loading models" />;
  const failure = list.isError ? failureOf(list.error) : null;
  if (failure && failure.kind !== "unsupported") return <FailureDetails failure={failure} />;
  const choices = failure
    ? followed.map((id) => ({ id, name: "model", fact: "followed in this browser", glyph: null }))
    : (list.data?.data ?? []).map(({ id, name, base_model }) => ({
        id,
        name,
        fact: `base ${base_model}`,
        glyph: null,
      }));
  const others = choices.filter(({ id }) => !ids.includes(id));
  if (others.length === 0) return <p className="px-2 py-1.5 text-ink-3">No other models available.</p>;
  return <ModelOrJobPicker label="Models" picks={others} onPick={onAdd} />;
}
