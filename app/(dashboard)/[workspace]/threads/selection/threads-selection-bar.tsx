"use client";

import { ClipboardCheck, Copy, Download, GitCompareArrows, Layers, ListTree } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { SelectionAction, SelectionBar, SelectionDivider } from "@/components/table/selection-bar";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { compareThreadsHref } from "@/lib/address/compare-href";
import { newJobHref } from "@/lib/address/new-job-href";
import { threadCallsHref } from "@/lib/address/thread-href";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { openDownload } from "@/lib/export/file-sink";
import { countOf, formatCount } from "@/lib/format/count";
import { errorMessage } from "@/lib/guard/error-message";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  type ThreadFormat,
  threadFormats,
  threadMediaTypes,
  threadsFile,
  threadsFileName,
} from "./prepare-threads-export";

const ReviewDialog = openedLater(async () => (await import("@/components/review/create/review-dialog")).ReviewDialog);

/** The maximum number of threads in a filter of calls and in an address. */
const MAX_THREADS_IN_FILTER = 50;

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

type ThreadsSelectionProps = {
  workspace: Workspace;
  threads: readonly Thread[];
  isExportOpen: boolean;
  onExportOpenChange: (isOpen: boolean) => void;
  onCopyIds: () => void;
  onClear: () => void;
};

/** The actions for the selected threads. */
export function ThreadsSelectionBar(props: ThreadsSelectionProps) {
  const { workspace, threads, isExportOpen, onExportOpenChange } = props;
  const router = useRouter();
  const [isReviewOpen, setIsReviewOpen] = useState(false);
  const isMember = useHasRole("member");
  const exportAs = useExport(workspace, threads);
  const ids = threads.map((thread) => thread.thread_id);
  const compareHref = compareThreadsHref(workspace.slug, ids);
  const turnCount = threads.reduce((sum, thread) => sum + thread.turn_count, 0);
  return (
    <SelectionBar
      count={`${formatCount(threads.length)} selected`}
      facts={countOf(turnCount, "turn")}
      onClear={props.onClear}
    >
      <SelectionDivider />
      {compareHref === null ? null : (
        <Button asChild kind="ghost" size="small">
          <Link href={compareHref}>
            <GitCompareArrows {...icon} />
            Compare <KeyCap className="max-md:hidden">C</KeyCap>
          </Link>
        </Button>
      )}
      <Menu
        label="Export as"
        side="top"
        isOpen={isExportOpen}
        onOpenChange={onExportOpenChange}
        trigger={
          <Button kind="ghost" size="small" icon={<Download {...icon} />}>
            Export <KeyCap className="max-md:hidden">E</KeyCap>
          </Button>
        }
      >
        {threadFormats.map((format) => (
          <MenuItem key={format} onSelect={() => exportAs(format)}>
            {format.toUpperCase()}
          </MenuItem>
        ))}
      </Menu>
      {ids.length > MAX_THREADS_IN_FILTER ? null : (
        <Button asChild kind="ghost" size="small">
          <Link href={threadCallsHref(workspace.slug, ...ids)}>
            <ListTree {...icon} />
            Show calls
          </Link>
        </Button>
      )}
      <SelectionAction
        icon={<Layers {...icon} />}
        onPress={() => router.push(newJobHref(workspace.slug, "threads", ids))}
      >
        Build trajectory groups
      </SelectionAction>
      <SelectionAction
        icon={<ClipboardCheck {...icon} />}
        refusal={isMember === false ? "You have read-only access. Ask an admin for the member role." : null}
        onPress={() => setIsReviewOpen(true)}
      >
        Add to review
      </SelectionAction>
      {isReviewOpen ? (
        <ReviewDialog
          workspace={workspace}
          subjects={{ callIds: [], threadIds: ids }}
          onClose={() => setIsReviewOpen(false)}
        />
      ) : null}
      <SelectionAction icon={<Copy {...icon} />} onPress={props.onCopyIds}>
        Copy ids <KeyCap className="max-md:hidden">Y</KeyCap>
      </SelectionAction>
    </SelectionBar>
  );
}

/** Saves threads as a file from the loaded data. Returns its name. */
async function saveThreads(workspace: Workspace, threads: readonly Thread[], format: ThreadFormat): Promise<string> {
  const { nameOfFile } = await import("@/lib/document/read-incomplete");
  const name = await nameOfFile(workspace, threadsFileName(workspace.projectId, format, Date.now()));
  const file = openDownload(name, threadMediaTypes[format]);
  await file.write(threadsFile(threads, format));
  await file.close();
  return name;
}

function useExport(workspace: Workspace, threads: readonly Thread[]): (format: ThreadFormat) => void {
  const toast = useToast();
  return (format) => {
    saveThreads(workspace, threads, format).then(
      (name) => toast(`Exported ${countOf(threads.length, "thread")} to ${name}`),
      (error: unknown) => toast(errorMessage(error), "warning"),
    );
  };
}
