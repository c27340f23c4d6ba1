import { z } from "zod";
import { byId, defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { savedView, viewCreate, viewDefault, viewPage, viewUpdate } from "./saved-views";

export const viewOperations = {
  "views.list": defineAppOperation({
    id: "views.list",
    summary: "Lists saved views of a page: the user's own and shared ones.",
    effect: "read",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: viewPage,
    result: z.object({ views: z.array(savedView) }),
  }),
  "views.create": defineAppOperation({
    id: "views.create",
    summary: "Saves the state of a page under a name; sharing requires the member role.",
    effect: "write",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: viewCreate,
    result: z.object({ view: savedView }),
  }),
  "views.update": defineAppOperation({
    id: "views.update",
    summary: "Changes one of the user's own views, or as an admin a shared one; omitted members are kept.",
    effect: "write",
    role: "viewer",
    input: viewUpdate,
    result: z.object({ view: savedView }),
  }),
  "views.delete": defineAppOperation({
    id: "views.delete",
    summary: "Deletes one of the user's own views, or as an admin a shared one.",
    effect: "write",
    role: "viewer",
    input: byId,
    result: z.object({}),
  }),
  "views.setDefault": defineAppOperation({
    id: "views.setDefault",
    summary: "Sets the user's default view of a page; null for none.",
    effect: "write",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: viewDefault,
    result: z.object({}),
  }),
};
