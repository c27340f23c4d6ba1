import { z } from "zod";
import type { AppOperation } from "./app-operation";
import { connection, connectionCreate, connectionTest, connectionTestRequest, connectionUpdate } from "./connections";
import {
  lineageJob,
  lineageJobRequest,
  lineageModel,
  lineageModelRequest,
  lineageOrigin,
  lineageOriginRequest,
  lineageRecord,
} from "./lineage";
import {
  modelProvider,
  modelProviderNamed,
  modelProviderSet,
  modelProvidersResult,
  modelProviderTest,
} from "./model-providers";
import {
  auditChoices,
  auditEntry,
  auditRequest,
  currentSession,
  invitation,
  madeLink,
  member,
  passwordComplete,
  role,
  setupComplete,
  setupLink,
} from "./people";
import { savedView, viewCreate, viewDefault, viewPlace, viewUpdate } from "./saved-views";
import { serviceKey, serviceKeyCreate, serviceKeyCreated } from "./service-keys";
import { SHARED_DRAFT_MAX_CHARACTERS, sharedRequest, sharedRequestCreate } from "./shared-requests";
import { offeredProject, workspace, workspaceCreate, workspaceUpdate } from "./workspaces";

const nothing = z.strictObject({});
const byId = z.strictObject({ id: z.string() });

/** Null when the embedded service could not be asked: its keys are then still good. */
const revokedKeyCount = z.number().int().nullable();

/** Keeps a row's own types while checking its columns. */
function appRow<const Row extends AppOperation>(columns: Row): Row {
  return columns;
}

/**
 * The dashboard's own operations: POST /api/app/<id> with the input as JSON, answered with the result or with
 * `{error}` of service-error.ts. Input that does not fit is 422 with `detail`, whose `loc` begins with "body".
 */
export const appOperations = {
  "session.current": appRow({
    id: "session.current",
    summary: "Who is signed in.",
    effect: "read",
    role: "viewer",
    input: nothing,
    result: currentSession,
  }),
  "setup.check": appRow({
    id: "setup.check",
    summary: "Tells what a set-up, invitation or password link opens; not-found when it was used or has expired.",
    effect: "read",
    role: "anyone",
    input: z.strictObject({ token: z.string().min(1).max(256) }),
    result: setupLink,
  }),
  "setup.complete": appRow({
    id: "setup.complete",
    summary: "Makes the account that a link opens; signing in follows as usual.",
    effect: "write",
    role: "anyone",
    input: setupComplete,
    result: z.object({ email: z.string() }),
  }),
  "setup.password": appRow({
    id: "setup.password",
    summary: "Sets the password that a link is for and ends that person's sessions.",
    effect: "write",
    role: "anyone",
    input: passwordComplete,
    result: z.object({ email: z.string() }),
  }),
  "connections.list": appRow({
    id: "connections.list",
    summary: "All connections, the embedded service first.",
    effect: "read",
    role: "viewer",
    input: nothing,
    result: z.object({ connections: z.array(connection) }),
  }),
  "connections.create": appRow({
    id: "connections.create",
    summary: "Adds a connection and stores its credentials encrypted.",
    effect: "write",
    role: "admin",
    input: connectionCreate,
    result: z.object({ connection }),
  }),
  "connections.update": appRow({
    id: "connections.update",
    summary: "Changes a connection; a changed address asks for its credentials again.",
    effect: "write",
    role: "admin",
    input: connectionUpdate,
    result: z.object({ connection }),
  }),
  "connections.delete": appRow({
    id: "connections.delete",
    summary: "Removes a connection with its credentials and its workspaces.",
    effect: "write",
    role: "admin",
    input: byId,
    result: z.object({ removedWorkspaceCount: z.number().int() }),
  }),
  "connections.test": appRow({
    id: "connections.test",
    summary: "Tries every operation without writing, and remembers which ones the service offers.",
    effect: "write",
    role: "member",
    input: connectionTestRequest,
    result: z.object({ test: connectionTest }),
  }),
  "workspaces.list": appRow({
    id: "workspaces.list",
    summary: "All workspaces.",
    effect: "read",
    role: "viewer",
    input: nothing,
    result: z.object({ workspaces: z.array(workspace) }),
  }),
  "workspaces.create": appRow({
    id: "workspaces.create",
    summary: "Makes a workspace of a connection and a project.",
    effect: "write",
    role: "member",
    input: workspaceCreate,
    result: z.object({ workspace }),
  }),
  "workspaces.update": appRow({
    id: "workspaces.update",
    summary: "Gives a workspace another short name.",
    effect: "write",
    role: "member",
    input: workspaceUpdate,
    result: z.object({ workspace }),
  }),
  "workspaces.delete": appRow({
    id: "workspaces.delete",
    summary: "Removes a workspace; nothing of the project is touched.",
    effect: "write",
    role: "member",
    input: byId,
    result: z.object({}),
  }),
  "workspaces.offered": appRow({
    id: "workspaces.offered",
    summary: "Projects that a connection sees; `unsupported` where the service cannot list them.",
    effect: "read",
    role: "viewer",
    input: z.strictObject({ connectionId: z.string() }),
    result: z.object({ projects: z.array(offeredProject) }),
  }),
  "users.list": appRow({
    id: "users.list",
    summary: "Everyone with an account.",
    effect: "read",
    role: "viewer",
    input: nothing,
    result: z.object({ members: z.array(member) }),
  }),
  "users.setRole": appRow({
    id: "users.setRole",
    summary: "Gives a person another role; the last admin stays one. A viewer's keys are revoked.",
    effect: "write",
    role: "admin",
    input: z.strictObject({ id: z.string(), role }),
    result: z.object({ revokedKeyCount }),
  }),
  "users.remove": appRow({
    id: "users.remove",
    summary: "Removes an account, ends its sessions and revokes its keys; the last admin stays.",
    effect: "write",
    role: "admin",
    input: byId,
    result: z.object({ revokedKeyCount }),
  }),
  "users.passwordLink": appRow({
    id: "users.passwordLink",
    summary: "Makes a link that sets a person's password: works once, for a day.",
    effect: "write",
    role: "admin",
    input: byId,
    result: madeLink,
  }),
  "invitations.list": appRow({
    id: "invitations.list",
    summary: "Invitations that nobody has followed yet, newest first.",
    effect: "read",
    role: "admin",
    input: nothing,
    result: z.object({ invitations: z.array(invitation) }),
  }),
  "invitations.create": appRow({
    id: "invitations.create",
    summary: "Makes a link by which somebody makes an account: works once, for a week.",
    effect: "write",
    role: "admin",
    input: z.strictObject({ role }),
    result: madeLink,
  }),
  "invitations.revoke": appRow({
    id: "invitations.revoke",
    summary: "Makes an invitation useless.",
    effect: "write",
    role: "admin",
    input: byId,
    result: z.object({}),
  }),
  "serviceKeys.list": appRow({
    id: "serviceKeys.list",
    summary: "Keys of the embedded service, live ones first, without the keys themselves.",
    effect: "read",
    role: "viewer",
    input: nothing,
    result: z.object({ keys: z.array(serviceKey) }),
  }),
  "serviceKeys.create": appRow({
    id: "serviceKeys.create",
    summary: "Makes a key of the embedded service; this answer is the only one that holds it.",
    effect: "write",
    role: "member",
    input: serviceKeyCreate,
    result: serviceKeyCreated,
  }),
  "serviceKeys.revoke": appRow({
    id: "serviceKeys.revoke",
    summary: "Refuses a key from its next request on: one's own, or any for an admin.",
    effect: "write",
    role: "member",
    input: byId,
    result: z.object({ key: serviceKey }),
  }),
  "modelProviders.list": appRow({
    id: "modelProviders.list",
    summary: "Where completions of the embedded service can go, without keys.",
    effect: "read",
    role: "admin",
    input: nothing,
    result: modelProvidersResult,
  }),
  "modelProviders.set": appRow({
    id: "modelProviders.set",
    summary: "Sets a provider's address, key and headers; what is not given is kept for the same address.",
    effect: "write",
    role: "admin",
    input: modelProviderSet,
    result: modelProvider,
  }),
  "modelProviders.remove": appRow({
    id: "modelProviders.remove",
    summary: "Forgets what was set of a provider; the environment of the service counts again.",
    effect: "write",
    role: "admin",
    input: modelProviderNamed,
    result: modelProvidersResult,
  }),
  "modelProviders.test": appRow({
    id: "modelProviders.test",
    summary: "Asks a provider for its models with the stored key.",
    effect: "write",
    role: "admin",
    input: modelProviderNamed,
    result: modelProviderTest,
  }),
  "audit.list": appRow({
    id: "audit.list",
    summary: "What happened, newest first.",
    effect: "read",
    role: "admin",
    input: auditRequest,
    result: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
  }),
  "audit.choices": appRow({
    id: "audit.choices",
    summary: "The people and events that stand in the log.",
    effect: "read",
    role: "admin",
    input: nothing,
    result: auditChoices,
  }),
  "views.list": appRow({
    id: "views.list",
    summary: "Saved views of a page: one's own and those shared with everybody.",
    effect: "read",
    role: "viewer",
    input: viewPlace,
    result: z.object({ views: z.array(savedView) }),
  }),
  "views.create": appRow({
    id: "views.create",
    summary: "Saves what a page shows under a name; sharing it needs a member.",
    effect: "write",
    role: "viewer",
    input: viewCreate,
    result: z.object({ view: savedView }),
  }),
  "views.update": appRow({
    id: "views.update",
    summary: "Changes a view of one's own, or as an admin a shared one; members that are left out stay.",
    effect: "write",
    role: "viewer",
    input: viewUpdate,
    result: z.object({ view: savedView }),
  }),
  "views.delete": appRow({
    id: "views.delete",
    summary: "Deletes a view of one's own, or as an admin a shared one.",
    effect: "write",
    role: "viewer",
    input: byId,
    result: z.object({}),
  }),
  "views.setDefault": appRow({
    id: "views.setDefault",
    summary: "Chooses the view that a page opens with, for oneself; null for none.",
    effect: "write",
    role: "viewer",
    input: viewDefault,
    result: z.object({}),
  }),
  "lineage.record": appRow({
    id: "lineage.record",
    summary: "Remembers which threads, traces and rows a job was made of; what is known already stays.",
    effect: "write",
    role: "member",
    input: lineageRecord,
    result: z.object({}),
  }),
  "lineage.job": appRow({
    id: "lineage.job",
    summary: "What a job that was started here was made of, a page at a time.",
    effect: "read",
    role: "viewer",
    input: lineageJobRequest,
    result: lineageJob,
  }),
  "lineage.model": appRow({
    id: "lineage.model",
    summary: "What the jobs of a model that were started here were made of.",
    effect: "read",
    role: "viewer",
    input: lineageModelRequest,
    result: lineageModel,
  }),
  "lineage.origin": appRow({
    id: "lineage.origin",
    summary: "The jobs started here that learned from a thread, a trace, a row or a table.",
    effect: "read",
    role: "viewer",
    input: lineageOriginRequest,
    result: lineageOrigin,
  }),
  "sharedRequests.create": appRow({
    id: "sharedRequests.create",
    summary: "Keeps a request of the playground, so that a link can stand for it.",
    effect: "write",
    role: "member",
    input: sharedRequestCreate,
    // A character is at most three bytes, and escaped ones are six.
    inputMaxBytes: 3 * SHARED_DRAFT_MAX_CHARACTERS,
    result: z.object({ id: z.string() }),
  }),
  "sharedRequests.read": appRow({
    id: "sharedRequests.read",
    summary: "A request that somebody shared by its link.",
    effect: "read",
    role: "viewer",
    input: byId,
    result: sharedRequest,
  }),
} as const;

type AppOperations = typeof appOperations;

export type AppOperationId = keyof AppOperations;

/** Input as a caller writes it: members with a default may be left out. */
export type AppRequestOf<Id extends AppOperationId> = z.input<AppOperations[Id]["input"]>;

/** Input after the check, as a handler receives it. */
export type AppInputOf<Id extends AppOperationId> = z.output<AppOperations[Id]["input"]>;

export type AppResultOf<Id extends AppOperationId> = z.output<AppOperations[Id]["result"]>;

const byName: ReadonlyMap<string, AppOperation> = new Map(Object.entries(appOperations));

export const allAppOperations: readonly AppOperation[] = [...byName.values()];

/** The row with this id, or undefined: the id may come from a stranger. */
export function findAppOperation(id: string): AppOperation | undefined {
  return byName.get(id);
}
