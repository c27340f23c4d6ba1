"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatDuration } from "@/lib/format/duration";
import { clientAddress, type FirstCallTarget } from "@/lib/start/first-program";
import { requestLines } from "@/lib/start/received-requests";
import { RequestList } from "./request-list";
import { Pulse, Step } from "./step";

const POLL_INTERVAL_MS = 1000;

/** Requests sent shortly before the page was opened belong to the same attempt. */
const LOOKBACK_MS = 5 * 60_000;

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
};

/** Waits until the first call is stored, and lists the received requests, also rejected ones. */
export function FirstCallListener({
  connectionId,
  target,
  project,
  promise,
  isFailing,
  isMember,
}: FirstCallListenerProps) {
  const [openedMs] = useState(() => Date.now());
  const [since] = useState(() => new Date(Date.now() - LOOKBACK_MS).toISOString());
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
      {isMember && !isUnsupported ? <RequestList lines={lines} earlierCount={earlierCount} nowMs={nowMs} /> : null}
    </Step>
  );
}
