import { agentKeyOperations } from "@/lib/api/contract/app/agent-key-operations";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { TestDashboard } from "@/test/faults/relay-dashboard";

/** Creates a key of a user with this role, as the settings page does. */
export async function createAgentKeyFor(
  app: TestDashboard,
  role: Role,
  { access = "read", workspaceId = null }: { access?: AgentAccess; workspaceId?: string | null } = {},
) {
  const response = await app.app("agentKeys.create", { name: `agent of ${role}`, access, workspaceId }, role);
  return agentKeyOperations["agentKeys.create"].result.parse(await response.json());
}
