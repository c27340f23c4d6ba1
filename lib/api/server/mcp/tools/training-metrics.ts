import { z } from "zod";
import type { ResultOf } from "@/lib/api/contract/operations";
import { oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import type { ServiceClient } from "@/lib/api/server/mcp/service/service-client";
import { seriesPath, visitNumbers } from "@/lib/training/events/event-numbers";
import { failureMessage, readEvent } from "@/lib/training/events/training-event";

/** The interface's page of events has at most a hundred. */
const PAGE_EVENTS = 100;
const MAX_PAGES = 30;
const SHOWN_EVENTS = 3;

export const metricFigure = z.object({
  metric: z.string(),
  first: z.number(),
  last: z.number(),
  min: z.number(),
  max: z.number(),
  points: z.number().int(),
});

export type MetricFigure = z.infer<typeof metricFigure>;

type Event = ResultOf<"trainingJobs.events">["data"][number];

async function readEvents(service: ServiceClient, jobId: string): Promise<{ events: Event[]; isCut: boolean }> {
  const events: Event[] = [];
  const seen = new Set<string>();
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE_EVENTS, ...(after === undefined ? {} : { after }) };
    const answer = await service.call("trainingJobs.events", { params: { training_job_id: jobId }, query });
    const fresh = answer.data.filter(({ id }) => !seen.has(id));
    for (const event of fresh) seen.add(event.id);
    events.push(...fresh);
    after = events.at(-1)?.id;
    // A service that ignores the cursor would return the same page forever.
    if (!answer.has_more || fresh.length === 0) return { events, isCut: false };
  }
  return { events, isCut: true };
}

function eventText(event: Event): string {
  const message = failureMessage(readEvent(event, null));
  const time = event.created_at === undefined ? "" : ` at ${event.created_at}`;
  return `${oneLine(event.type, 60)}${time}${message === null ? "" : `: ${oneLine(message, 400)}`}`;
}

/** Reads the events of a job and sums each of their numbers up. */
export async function readJobMetrics(service: ServiceClient, jobId: string) {
  const { events, isCut } = await readEvents(service, jobId);
  const byName = new Map<string, MetricFigure>();
  for (const event of events) {
    visitNumbers(readEvent(event, null), (name, value) => {
      if (!Number.isFinite(value)) return;
      const metric = oneLine(seriesPath(event.type, name), 160);
      const known = byName.get(metric) ?? { metric, first: value, last: value, min: value, max: value, points: 0 };
      const [min, max] = [Math.min(known.min, value), Math.max(known.max, value)];
      byName.set(metric, { ...known, last: value, min, max, points: known.points + 1 });
    });
  }
  const lastEvents = events.slice(-SHOWN_EVENTS).map(eventText);
  return { metrics: [...byName.values()], eventCount: events.length, lastEvents, isCut };
}

const MAX_METRICS = 40;

/** Reads a page of a model's checkpoints, newest first, with the metrics that are numbers. */
export async function readCheckpoints(
  service: ServiceClient,
  modelId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
) {
  const query = { limit, order: "desc", ...(after === undefined ? {} : { after }) };
  const page = await service.call("models.checkpoints", { params: { model_id: modelId }, query });
  const checkpoints = page.data.map((checkpoint) => {
    const metrics: [string, number][] = [];
    const event = { id: "", type: "gradient_step", data: checkpoint.metrics, timeMs: null };
    visitNumbers(event, (name, value) => metrics.push([oneLine(name, 120), value]));
    return {
      step: Number(checkpoint.step),
      checkpoint_id: checkpoint.id,
      created_at: checkpoint.created_at ?? null,
      metrics: Object.fromEntries(metrics.slice(0, MAX_METRICS)),
    };
  });
  return { checkpoints, hasMore: page.has_more };
}
