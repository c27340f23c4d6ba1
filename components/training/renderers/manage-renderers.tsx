"use client";

import { Trash2 } from "lucide-react";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { otherErrors } from "@/lib/failure/field-errors";
import { formatBytes } from "@/lib/format/bytes";
import { formatFullTime } from "@/lib/format/time";
import { matchText, type Renderer } from "@/lib/training/renderers/renderer-match";
import { RendererForm } from "./renderer-form";
import { useRendererChange } from "./use-renderers";

type ManageRenderersProps = { workspaceId: string; renderers: readonly Renderer[]; onClose: () => void };

/** Adds, replaces and deletes the renderers of a workspace. */
export function ManageRenderers({ workspaceId, renderers, onClose }: ManageRenderersProps) {
  return (
    <ViewDialog
      title="Renderers"
      description="A renderer is an HTML file that shows a trajectory in its own way, for example as a board. Its script reads window.heddle.trajectory. It runs in a sandbox: it reaches neither the dashboard nor a network. Everyone in this workspace can choose it."
      size="wide"
      closeLabel="Done"
      onClose={onClose}
    >
      {renderers.length === 0 ? null : (
        <ul aria-label="Renderers of this workspace" className="mb-4 border-t border-line">
          {renderers.map((renderer) => (
            <ManagedRenderer key={renderer.id} workspaceId={workspaceId} renderer={renderer} />
          ))}
        </ul>
      )}
      <RendererForm workspaceId={workspaceId} names={renderers.map(({ name }) => name)} />
    </ViewDialog>
  );
}

function ManagedRenderer({ workspaceId, renderer }: { workspaceId: string; renderer: Renderer }) {
  const { id, name, size, updatedAt, updatedBy } = renderer;
  const remove = useRendererChange("renderers.delete");
  return (
    <li className="border-b border-line py-1.5">
      <div className="flex min-h-8 items-center gap-3">
        <span className="min-w-0 grow">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-small text-ink-3" title={formatFullTime(Date.parse(updatedAt))}>
            {matchText(renderer)}, {formatBytes(size)}, by {updatedBy ?? "a former user"}
          </span>
        </span>
        <Button
          kind="ghost"
          size="icon-small"
          aria-label={`Delete ${name}`}
          title={`Delete ${name}`}
          isBusy={remove.isPending}
          onClick={() => remove.mutate({ workspaceId, id })}
        >
          <Trash2 size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
      {otherErrors(remove.isError ? failureOf(remove.error) : null, []).map((message) => (
        <Callout key={message} tone="err" className="mt-1.5">
          {message}
        </Callout>
      ))}
    </li>
  );
}
