import type { Handler } from "@/service/http/handler";
import { listJobs } from "@/service/training/jobs";
import { listPage } from "@/service/training/list-page";
import type { Training } from "@/service/training/open-training";
import { projectsToList } from "./training-access";
import { trainingJobRecord } from "./training-job-record";

export function listTrainingJobsHandler({ state }: Training): Handler<"trainingJobs.list"> {
  return async ({ body }, context) => {
    const { after, limit, order, model_id, status } = body;
    const projects = projectsToList(context, body.project_id);
    const rows = await listJobs(state, {
      ...{ projects, after, limit, order },
      ...{ modelId: model_id ?? null, status: status ?? null },
    });
    return listPage(rows.map(trainingJobRecord), limit);
  };
}
