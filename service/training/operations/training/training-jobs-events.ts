import type { Handler } from "@/service/traces/handlers/handler";
import { listEvents } from "@/service/training/jobs/job-events";
import { requireJob } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";
import { listPage } from "@/service/training/state/list-page";

/** Oldest first; `after` is the last event that the client has. */
export function listTrainingEventsHandler({ state }: Training): Handler<"trainingJobs.events"> {
  return async ({ params, query }, context) => {
    const { id: jobId } = await requireJob(state, params.training_job_id, context);
    const rows = await listEvents(state, { jobId, after: query.after, limit: query.limit });
    const events = rows.map(({ id, type, data, created_at }) => ({ id, type, data: JSON.parse(data), created_at }));
    return listPage(events, query.limit);
  };
}
