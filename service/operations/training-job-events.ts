import type { Handler } from "@/service/http/handler";
import { listEvents } from "@/service/training/jobs";
import { listPage } from "@/service/training/list-page";
import type { Training } from "@/service/training/open-training";
import { requireJob } from "./training-access";

/** Oldest first; `after` is the last event that the client has. */
export function listTrainingEventsHandler({ state }: Training): Handler<"trainingJobs.events"> {
  return async ({ params, query }, context) => {
    const { id: jobId } = await requireJob(state, params.training_job_id, context);
    const rows = await listEvents(state, { jobId, after: query.after, limit: query.limit });
    const events = rows.map(({ id, type, data, created_at }) => ({ id, type, data: JSON.parse(data), created_at }));
    return listPage(events, query.limit);
  };
}
