import type { Deployments } from "@/service/traces/deployments/deployments";
import type { Handler } from "@/service/traces/handlers/handler";

/** Marks a deployment. */
export function markDeploymentHandler(deployments: Deployments): Handler<"deployments.mark"> {
  return ({ body }, context) => deployments.mark(body, context.identity);
}
