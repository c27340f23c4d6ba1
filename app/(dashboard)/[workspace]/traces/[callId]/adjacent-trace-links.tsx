"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { Tooltip } from "@/components/ui/tooltip";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { readAdjacentTrace } from "./read-adjacent-trace";

type AdjacentTraceLinksProps = {
  workspace: Workspace;
  /** Start of the trace's first call, in milliseconds since 1970. */
  startedMs: number;
};

/** The view and the tab are kept; params that refer to this trace's calls and times are not. */
function currentSearch(): string {
  const now = new URLSearchParams(window.location.search);
  const params = new URLSearchParams([...now].filter(([name]) => name === "view" || name === "tab"));
  return params.size === 0 ? "" : `?${params}`;
}

/** Links to the traces that started before and after this one, the newest first as in the list. */
export function AdjacentTraceLinks({ workspace, startedMs }: AdjacentTraceLinksProps) {
  const { connectionId, projectId, slug } = workspace;
  const router = useRouter();
  const toast = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const go = async (side: "newer" | "older") => {
    if (isAsking) return;
    setIsAsking(true);
    setFailure(null);
    try {
      const call = await readAdjacentTrace(connectionId, projectId, startedMs, side);
      if (call) router.push(`/${slug}/traces/${encodeURIComponent(call.id)}${currentSearch()}`);
      else toast(side === "newer" ? "This is the newest trace" : "This is the oldest trace");
    } catch (error) {
      setFailure(`Could not load the ${side} trace. ${failureOf(error).message}`);
    } finally {
      setIsAsking(false);
    }
  };
  useKeys("trace", { "[": () => void go("newer"), "]": () => void go("older") });
  return (
    <span className="flex items-center max-md:hidden">
      {failure === null ? null : (
        <span role="alert" className="mr-2 text-small text-err">
          {failure}
        </span>
      )}
      <Tooltip text="Newer trace" keys={["["]}>
        <Button kind="ghost" size="icon-small" aria-label="Newer trace" onClick={() => void go("newer")}>
          <ChevronUp size={15} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </Tooltip>
      <Tooltip text="Older trace" keys={["]"]}>
        <Button kind="ghost" size="icon-small" aria-label="Older trace" onClick={() => void go("older")}>
          <ChevronDown size={15} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </Tooltip>
    </span>
  );
}
