"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/browser/use-now";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { deletedText, type RetentionLimits, remainingText } from "./prepare-retention";

type RetentionPreviewProps = { connectionId: string; limits: RetentionLimits };

/** The calls that the limits would delete now. */
export function RetentionPreview({ connectionId, limits }: RetentionPreviewProps) {
  const nowMs = useNow(60_000);
  const query = useQuery(serviceQuery(connectionId, "retention.preview", limits));
  if (query.isError) return <Callout tone="err">No preview: {failureOf(query.error).message}</Callout>;
  return (
    <p role="status" className="text-small text-ink-2">
      {query.data === undefined
        ? "Counting what these limits would delete…"
        : query.data.calls === 0
          ? `Nothing is deleted now. ${remainingText(query.data, nowMs)}`
          : `${deletedText(query.data, nowMs)} ${remainingText(query.data, nowMs)}`}
    </p>
  );
}
