"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { Link } from "@/components/ui/link";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatDuration } from "@/lib/format/duration";
import { clientAddress, type FirstCallTarget } from "@/lib/start/first-program";
import { requestLines } from "@/lib/start/received-requests";
import { RequestList } from "./request-list";
import { ArrivedDot, Pulse, Step } from "./step";
import type { ArrivedCall } from "./use-arrived-call";

const POLL_INTERVAL_MS = 1000;

type FirstCallListenerProps = {
  connectionId: string;
  target: FirstCallTarget;
  /** Hides requests that name only other projects; null shows all of the service. */
  project: string | null;
  /** A sentence on what happens when the first call is stored. */
  promise: string;
  /** True while the last request to the service failed. */
  isFailing: boolean;
  /** Requests are shown to members and admins. */
  isMember: boolean;
  /** Requests before this time are not listed, in ISO 8601. */
  since: string;
  /** The call that ends the waiting, and its page; null until it arrives. */
  arrived?: { readonly call: ArrivedCall; readonly href: string } | null;
};

/** Requests sent shortly before the page was opened belong to the same attempt. */
const LOOKBACK_MS = 5 * 60_000;

/** Returns the time from which requests and calls belong to the attempt of a page that opens now. */
export const attemptStart = (): string => new Date(Date.now() - LOOKBACK_MS).toISOString();

/** Waits until the first call is stored, and lists the received requests, also rejected ones. */
export function FirstCallListener({
  connectionId,
  target,
  project,
  promise,
  isFailing,
  isMember,
  since,
  arrived = null,
}: FirstCallListenerProps) {
  const [openedMs] = useState(() => Date.now());
  const nowMs = useNow();
  const recentRequests = useQuery({
    ...serviceQuery(connectionId, "requests.recent", { project_id: project, since }),
    enabled: isMember,
    retry: false,
    refetchInterval: ({ state }) =>
      state.error && failureOf(state.error).kind === "unsupported" ? false : POLL_INTERVAL_MS,
  });
  const isUnsupported = recentRequests.isError && failureOf(recentRequests.error).kind === "unsupported";
  const { lines, earlierCount } = requestLines(recentRequests.data?.requests ?? [], target);
  const waitedSeconds = Math.max(0, Math.floor((nowMs - openedMs) / 1000));
  const waited = waitedSeconds < 60 ? `${waitedSeconds} s` : formatDuration(waitedSeconds * 1000);
  const requests =
    isMember && !isUnsupported ? <RequestList lines={lines} earlierCount={earlierCount} nowMs={nowMs} /> : null;
  if (arrived !== null) {
    return (
      <Step title="Call received" dot={<ArrivedDot />}>
        <p role="status">
          Open{" "}
          <Link href={arrived.href} className="text-code text-accent-text hover:underline">
            {arrived.call.name}
          </Link>
          .
        </p>
        {requests}
      </Step>
    );
  }
  return (
    <Step
      isLive
      title={isFailing ? "The service does not respond, still trying…" : "Waiting for the first call…"}
      dot={<Pulse />}
    >
      <p>
        at <span className="text-code">{clientAddress(target.serviceUrl)}</span> for {waited}.{" "}
        {isUnsupported
          ? "This service does not report rejected requests. Heddle checks its number of calls every second."
          : isMember
            ? "Rejected requests appear here, with the reason."
            : ""}
      </p>
      <p role="status">{promise}</p>
      {requests}
    </Step>
  );
}
