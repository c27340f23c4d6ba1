import type { AppOperationId } from "@/lib/api/contract/app/app-operations";
import type { AppOperation } from "@/lib/api/contract/operation/app-operation";
import { loadRow, type RowLoaders } from "./rows-by-subject";

const people = async () => [(await import("@/lib/api/contract/app/people-operations")).peopleOperations];
const connections = async () => [(await import("@/lib/api/contract/app/connection-operations")).connectionOperations];

const APP_ROWS: RowLoaders<AppOperationId, AppOperation> = {
  agentKeys: async () => [(await import("@/lib/api/contract/app/agent-key-operations")).agentKeyOperations],
  audit: people,
  connections,
  dashboards: async () => [(await import("@/lib/api/contract/app/dashboard-operations")).dashboardOperations],
  imports: async () => [(await import("@/lib/api/contract/app/import-operations")).importOperations],
  invitations: people,
  lineage: async () => [(await import("@/lib/api/contract/app/lineage-operations")).lineageOperations],
  modelProviders: connections,
  oauthClients: async () => [(await import("@/lib/api/contract/app/oauth-client-operations")).oauthClientOperations],
  redaction: connections,
  renderers: async () => [(await import("@/lib/api/contract/app/renderer-operations")).rendererOperations],
  retention: connections,
  secondFactor: async () => [(await import("@/lib/api/contract/app/second-factor-operations")).secondFactorOperations],
  serviceKeys: connections,
  password: people,
  session: people,
  sessions: people,
  setup: people,
  shareLinks: async () => [(await import("@/lib/api/contract/app/share-link-operations")).shareLinkOperations],
  sharedRequests: async () => [(await import("@/lib/api/contract/app/shared-request-operations")).playgroundOperations],
  users: people,
  views: async () => [(await import("@/lib/api/contract/app/saved-view-operations")).viewOperations],
  workspaceMembers: async () => [
    (await import("@/lib/api/contract/app/workspace-member-operations")).workspaceMemberOperations,
  ],
  workspaces: connections,
};

/**
 * Loads the row of one of the dashboard's own operations.
 *
 * @throws RequestFailure when the dashboard does not deliver it
 */
export function appOperationRow(id: AppOperationId): Promise<AppOperation> {
  return loadRow(APP_ROWS, id);
}
