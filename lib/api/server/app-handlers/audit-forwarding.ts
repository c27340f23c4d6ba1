import { countAuditAfter, readForwarding } from "@/lib/database/audit-forwarding";
import { receiverDigest, receiverName } from "@/lib/environment/audit-receiver";
import type { AppHandler } from "./app-call";

export const readAuditForwarding: AppHandler<"audit.forwarding"> = async (_input, { dashboard }) => {
  const address = dashboard.environment.HEDDLE_AUDIT_FORWARD;
  if (address === undefined) return { forwarding: null };
  const found = await readForwarding(dashboard.database);
  // A receiver that was replaced says nothing about the new one.
  const state = found?.state.receiver === receiverDigest(address) ? found.state : null;
  const { problem = null, problemAt = null } = state ?? {};
  return {
    forwarding: {
      receiver: receiverName(address),
      waiting: await countAuditAfter(dashboard.database, state?.lastId ?? 0),
      sentAt: state?.sentAt ?? null,
      refused: state?.refused ?? 0,
      problem: problem === null || problemAt === null ? null : { message: problem, since: problemAt },
    },
  };
};
