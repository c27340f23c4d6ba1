import type { Handler } from "@/service/traces/handlers/handler";
import { listJobs } from "@/service/training/jobs/jobs";
import { projectsToList } from "@/service/training/jobs/training-access";
import { trainingJobRecordOf } from "@/service/training/jobs/training-job-record-of";
import type { Training } from "@/service/training/open-training";
import { listPage } from "@/service/training/state/list-page";

export function listTrainingJobsHandler({ state }: Training): Handler<"trainingJobs.list"> {
  return async ({ body }, context) => {
    const { after, limit, order, model_id, status, words } = body;
    const projects = projectsToList(context, body.project_id);
    const rows = await listJobs(state, {
      projects,
      after,
      limit,
      order,
      modelId: model_id ?? null,
      status: status ?? null,
      words: words ?? [],
    });
    return listPage(rows.map(trainingJobRecordOf), limit);
  };
}
