import { z } from "zod";
import { byId, defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { savedView, viewCreate, viewDefault, viewPage, viewUpdate } from "./saved-views";

export const viewOperations = {
  "views.list": defineAppOperation({
    id: "views.list",
    summary: "Saved views of a page: one's own and those shared with everybody.",
    effect: "read",
    role: "viewer",
    input: viewPage,
    result: z.object({ views: z.array(savedView) }),
  }),
  "views.create": defineAppOperation({
    id: "views.create",
    summary: "Saves what a page shows under a name; sharing it needs a member.",
    effect: "write",
    role: "viewer",
    input: viewCreate,
    result: z.object({ view: savedView }),
  }),
  "views.update": defineAppOperation({
    id: "views.update",
    summary: "Changes a view of one's own, or as an admin a shared one; members that are left out stay.",
    effect: "write",
    role: "viewer",
    input: viewUpdate,
    result: z.object({ view: savedView }),
  }),
  "views.delete": defineAppOperation({
    id: "views.delete",
    summary: "Deletes a view of one's own, or as an admin a shared one.",
    effect: "write",
    role: "viewer",
    input: byId,
    result: z.object({}),
  }),
  "views.setDefault": defineAppOperation({
    id: "views.setDefault",
    summary: "Chooses the view that a page opens with, for oneself; null for none.",
    effect: "write",
    role: "viewer",
    input: viewDefault,
    result: z.object({}),
  }),
};
