import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useUserNames } from "@/components/session/use-user-names";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import { formatDateTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

type DeploymentRowProps = { workspace: Workspace; deployment: Deployment; onDone: (done: string) => Promise<void> };

/** A mark, with its link and what removes it. */
export function DeploymentRow({ workspace, deployment, onDone }: DeploymentRowProps) {
  const { id, name, at, note, url, created_by: author } = deployment;
  const remove = useMutation({
    mutationFn: () =>
      callOperation(workspace.connectionId, "deployments.delete", {
        body: { project_id: workspace.projectId, deployment_id: id },
      }),
    onSuccess: () => onDone(`Removed ${name}`),
    onError: (error) => onDone(`${name} was not removed: ${failureOf(error).message}`),
  });
  const timeMs = parseTime(at);
  const names = useUserNames(author !== null);
  const facts = [
    timeMs === null ? at : formatDateTime(timeMs),
    author === null ? "" : (names.get(author) ?? author),
    note,
  ].filter((fact) => fact !== "");
  return (
    <li className="flex min-h-9 items-center gap-2 border-line py-1 not-first:border-t">
      <div className="min-w-0 flex-1">
        <p className="truncate text-small font-medium">
          {url === null ? (
            name
          ) : (
            <a href={url} target="_blank" rel="noreferrer noopener" className="hover:underline">
              {name}
            </a>
          )}
        </p>
        <p className="truncate text-micro text-ink-3">{facts.join(" · ")}</p>
      </div>
      <Button
        kind="ghost"
        size="icon-small"
        aria-label={`Remove ${name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </li>
  );
}
