"use client";

import { useQuery } from "@tanstack/react-query";
import { Callout } from "@/components/ui/callout";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { prepareForwarding } from "./prepare-forwarding";

const PERIOD_MS = 30_000;

/** How far the log was forwarded to another system; nothing where it is not forwarded. */
export function AuditForwarding() {
  const { data, error } = useQuery({ ...appQuery("audit.forwarding", {}), refetchInterval: PERIOD_MS });
  if (error !== null) {
    return (
      <div className="flex-none px-4 pb-2 max-md:px-3">
        <Callout tone="err">Whether the log is forwarded could not be read: {failureOf(error).message}</Callout>
      </div>
    );
  }
  if (!data || data.forwarding === null) return null;
  const { text, isFailing } = prepareForwarding(data.forwarding);
  return (
    <div role="status" className="flex-none px-4 pb-2 max-md:px-3">
      {isFailing ? <Callout tone="err">{text}</Callout> : <p className="text-small text-ink-3">{text}</p>}
    </div>
  );
}
