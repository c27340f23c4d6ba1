import { auditUsage } from "@/service/traces/calls/audit/audit-usage";
import type { Handler } from "@/service/traces/handlers/handler";

/** Streams where tokens and costs that are recomputed call by call differ from those that are shown, and what is left out. */
export const auditCosts: Handler<"cost.audit"> = ({ body }, context) => auditUsage(context, body);
