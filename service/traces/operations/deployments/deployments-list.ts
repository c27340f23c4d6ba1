import type { Deployments } from "@/service/traces/deployments/deployments";
import type { Handler } from "@/service/traces/handlers/handler";

/** Lists the deployments of a range, and the releases that begin in it. */
export function listDeploymentsHandler(deployments: Deployments): Handler<"deployments.list"> {
  return ({ body }, context) => deployments.list(context, body);
}
