import { useMutation } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { draftText } from "@/app/(dashboard)/[workspace]/playground/draft/stored-draft";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useCopyText } from "@/components/ui/use-copy-text";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { type HistoryRun, linkQuery } from "./history";

/**
 * Copies a link that opens a run for all members of the workspace. The dashboard stores its request from then on; a run
 * whose request is no longer in this browser is found through its tracked call.
 */
export function ShareRun({ run, workspace }: { run: HistoryRun; workspace: Workspace }) {
  const toast = useToast();
  const copy = useCopyText();
  const share = useMutation({
    mutationFn: () => sharedQuery(run, workspace.id),
    onSuccess: (query) => copy(`${window.location.origin}/${workspace.slug}/playground?${query}`, "Link copied"),
    onError: (error) => toast(failureOf(error).message, "warning"),
  });
  if (run.draft === null && run.callId === null) return <span className="w-(--ctl-h-small) flex-none max-md:w-9" />;
  return (
    <Button
      kind="ghost"
      size="icon-small"
      aria-label="Copy link to this request"
      isBusy={share.isPending}
      onClick={() => share.mutate()}
    >
      {share.isPending ? null : <Link2 size={13} strokeWidth={1.7} aria-hidden="true" />}
    </Button>
  );
}

/** The search part of a URL that opens the run. */
async function sharedQuery(run: HistoryRun, workspaceId: string): Promise<string> {
  if (run.draft === null) return linkQuery(run);
  const { id } = await callApp("sharedRequests.create", { workspaceId, draft: draftText(run.draft) });
  return new URLSearchParams({ request: id }).toString();
}
