import type { z } from "zod";
import type { AppOperation } from "@/lib/api/contract/operation/app-operation";
import { agentKeyOperations } from "./agent-key-operations";
import { connectionOperations } from "./connection-operations";
import { dashboardOperations } from "./dashboard-operations";
import { importOperations } from "./import-operations";
import { lineageOperations } from "./lineage-operations";
import { oauthClientOperations } from "./oauth-client-operations";
import { peopleOperations } from "./people-operations";
import { rendererOperations } from "./renderer-operations";
import { viewOperations } from "./saved-view-operations";
import { secondFactorOperations } from "./second-factor-operations";
import { shareLinkOperations } from "./share-link-operations";
import { playgroundOperations } from "./shared-request-operations";
import { workspaceMemberOperations } from "./workspace-member-operations";

/**
 * The dashboard's own operations: POST /api/app/<id> with the input as JSON, answered with the result or with `{error}`
 * of service-error.ts. Invalid input is 422 with `detail`, whose `loc` begins with "body".
 */
export const appOperations = {
  ...peopleOperations,
  ...secondFactorOperations,
  ...connectionOperations,
  ...viewOperations,
  ...playgroundOperations,
  ...lineageOperations,
  ...agentKeyOperations,
  ...oauthClientOperations,
  ...shareLinkOperations,
  ...workspaceMemberOperations,
  ...rendererOperations,
  ...dashboardOperations,
  ...importOperations,
} as const;

type AppOperations = typeof appOperations;

export type AppOperationId = keyof AppOperations;

/** Input as a caller writes it: members with a default are optional. */
export type AppRequestOf<Id extends AppOperationId> = z.input<AppOperations[Id]["input"]>;

/** Validated input, as a handler receives it. */
export type AppInputOf<Id extends AppOperationId> = z.output<AppOperations[Id]["input"]>;

export type AppResultOf<Id extends AppOperationId> = z.output<AppOperations[Id]["result"]>;

const byName: ReadonlyMap<string, AppOperation> = new Map(Object.entries(appOperations));

export const allAppOperations: readonly AppOperation[] = [...byName.values()];

/** Returns the row with this id, or undefined: the id may come from an untrusted caller. */
export function findAppOperation(id: string): AppOperation | undefined {
  return byName.get(id);
}
