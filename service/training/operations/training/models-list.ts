import type { Handler } from "@/service/traces/handlers/handler";
import { projectsToList } from "@/service/training/jobs/training-access";
import { modelRecordOf } from "@/service/training/models/model-record-of";
import { listModels } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import { listPage } from "@/service/training/state/list-page";

export function listModelsHandler({ state }: Training): Handler<"models.list"> {
  return async ({ body }, context) => {
    const { after, limit, order, words } = body;
    const projects = projectsToList(context, body.project_id);
    const rows = await listModels(state, { projects, words: words ?? [], after, limit, order });
    return listPage(rows.map(modelRecordOf), limit);
  };
}
