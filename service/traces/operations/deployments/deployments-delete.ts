import type { Deployments } from "@/service/traces/deployments/deployments";
import type { Handler } from "@/service/traces/handlers/handler";

/** Deletes the mark of a deployment. */
export function deleteDeploymentHandler(deployments: Deployments): Handler<"deployments.delete"> {
  return async ({ body }) => {
    await deployments.remove(body.project_id, body.deployment_id);
    return {};
  };
}
