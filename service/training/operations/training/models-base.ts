import type { Handler } from "@/service/traces/handlers/handler";
import type { Training } from "@/service/training/open-training";

export function listBaseModelsHandler({ trainer }: Training): Handler<"models.base"> {
  return async () => [...(trainer?.baseModels ?? [])];
}
