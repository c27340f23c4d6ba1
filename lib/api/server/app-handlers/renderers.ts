import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { AppDatabase } from "@/lib/database/app-database";
import {
  deleteRenderer,
  listRenderers,
  readRendererHtml,
  type StoredRenderer,
  saveRenderer,
} from "@/lib/database/renderers";
import { listWorkspaces } from "@/lib/database/workspaces";
import { type AppHandler, audited, inputFailed, signedIn } from "./app-call";

/** Of one workspace: a menu lists them. */
const MAX_RENDERERS = 20;

function noSuchRenderer(): RequestFailedError {
  const message = "Renderer not found.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "renderer" });
}

async function slugOf(database: AppDatabase, workspaceId: string): Promise<string> {
  const workspace = (await listWorkspaces(database)).find(({ id }) => id === workspaceId);
  if (!workspace) throw inputFailed(["workspaceId"], "Workspace not found", "missing");
  return workspace.slug;
}

export const handleListRenderers: AppHandler<"renderers.list"> = async ({ workspaceId }, call) => ({
  renderers: await listRenderers(call.dashboard.database, workspaceId),
});

export const readRenderer: AppHandler<"renderers.read"> = async ({ workspaceId, id }, call) => {
  const html = await readRendererHtml(call.dashboard.database, workspaceId, id);
  if (html === undefined) throw noSuchRenderer();
  return { html };
};

export const handleSaveRenderer: AppHandler<"renderers.save"> = async (input, call) => {
  const { workspaceId, name } = input;
  const target = `${name} of ${await slugOf(call.dashboard.database, workspaceId)}`;
  return await audited(call, "renderer.saved", target, async (database, now) => {
    await saveRenderer(database, input, signedIn(call).user.id, now);
    const all = await listRenderers(database, workspaceId);
    if (all.length > MAX_RENDERERS)
      throw inputFailed(["name"], `A workspace has at most ${MAX_RENDERERS} renderers. Delete one first.`, "too_many");
    return { renderer: named(all, name) };
  });
};

function named(all: readonly StoredRenderer[], name: string): StoredRenderer {
  const found = all.find((one) => one.name === name);
  if (!found) throw noSuchRenderer();
  return found;
}

export const handleDeleteRenderer: AppHandler<"renderers.delete"> = async ({ workspaceId, id }, call) => {
  const { database } = call.dashboard;
  const slug = await slugOf(database, workspaceId);
  const found = (await listRenderers(database, workspaceId)).find((one) => one.id === id);
  if (!found) throw noSuchRenderer();
  await audited(call, "renderer.deleted", `${found.name} of ${slug}`, async (transaction) => {
    if ((await deleteRenderer(transaction, workspaceId, id)) === undefined) throw noSuchRenderer();
  });
  return {};
};
