import type { Handler } from "@/service/http/handler";
import { listPage } from "@/service/training/list-page";
import { listModels } from "@/service/training/models";
import type { Training } from "@/service/training/open-training";
import { modelRecord } from "./model-record";
import { projectsToList } from "./training-access";

export function listModelsHandler({ state }: Training): Handler<"models.list"> {
  return async ({ body }, context) => {
    const { after, limit, order } = body;
    const rows = await listModels(state, { projects: projectsToList(context, body.project_id), after, limit, order });
    return listPage(rows.map(modelRecord), limit);
  };
}
