"use client";

import { useQuery } from "@tanstack/react-query";
import { stringify } from "lossless-json";
import { FailureDetails } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { EventLog } from "@/lib/training/events/event-log";
import { readEvent, type TrainingEvent } from "@/lib/training/events/training-event";

type EventDataProps = { connectionId: string; jobId: string; log: EventLog; index: number };

/** All fields of an event. Older events are not kept in memory and are loaded again. */
export function EventData({ connectionId, jobId, log, index }: EventDataProps) {
  const isLoaded = log.hasData(index);
  const id = log.idAt(index);
  const after = index === 0 ? null : log.idAt(index - 1);
  const read = useQuery({
    queryKey: serviceQueryKey(connectionId, "trainingJobs.events", { jobId, id }),
    enabled: !isLoaded,
    queryFn: async ({ signal }): Promise<TrainingEvent> => {
      const page = await callOperation(connectionId, "trainingJobs.events", {
        params: { training_job_id: jobId },
        query: { limit: 1, ...(after === null ? {} : { after }) },
        signal,
      });
      const storedEvent = page.data.find((item) => item.id === id);
      if (!storedEvent) throw new Error("The service no longer has this event.");
      return readEvent(storedEvent, null);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const event = isLoaded ? log.eventAt(index) : read.data;
  return (
    <div className="mx-4 mb-2">
      {event ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-control bg-sunken p-2 text-code leading-4"
        >
          {stringify({ id, type: event.type, data: event.data }, null, 2)}
        </pre>
      ) : read.isError ? (
        <FailureDetails failure={failureOf(read.error)} />
      ) : (
        <ProgressBar label="Loading event" />
      )}
    </div>
  );
}
