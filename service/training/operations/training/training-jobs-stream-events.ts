import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawLines } from "@/service/traces/handlers/raw-json";
import { listEvents } from "@/service/training/jobs/job-events";
import { requireJob } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";
import type { StoredEvent } from "@/service/training/state/training-state";

/** Rows read at once; some 200 KiB of lines. */
const EVENTS_PER_READ = 1_000;

function lineOf({ id, type, data, created_at }: StoredEvent): string {
  const rest = JSON.stringify({ id, type, created_at });
  // Stored events are already JSON.
  return `${rest.slice(0, -1)},"data":${data}}\n`;
}

/** Ends with the last stored event; a client that follows a job sends another request after it. */
export function streamTrainingEventsHandler({ state }: Training): Handler<"trainingJobs.streamEvents"> {
  return async function* ({ body }, context) {
    const { id: jobId } = await requireJob(state, body.training_job_id, context);
    let { after } = body;
    const yielder = new EventLoopYielder();
    for (;;) {
      const rows = await listEvents(state, { jobId, after, limit: EVENTS_PER_READ });
      const page = rows.slice(0, EVENTS_PER_READ);
      if (page.length > 0) yield new RawLines(page.map(lineOf).join(""));
      if (rows.length <= EVENTS_PER_READ) return;
      after = page.at(-1)?.id;
      await yielder.yieldToEventLoop();
    }
  };
}
