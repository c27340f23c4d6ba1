import { z } from "zod";
import { defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { MAX_RENDERER_LENGTH, renderer, rendererById, rendererPlace, rendererSave } from "./renderers";

/** A character may take six bytes in JSON. */
const SAVE_MAX_BYTES = 6 * MAX_RENDERER_LENGTH + 4096;

export const rendererOperations = {
  "renderers.list": defineAppOperation({
    id: "renderers.list",
    summary: "Lists the renderers of a workspace, without their HTML.",
    effect: "read",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: rendererPlace,
    result: z.object({ renderers: z.array(renderer) }),
  }),
  "renderers.read": defineAppOperation({
    id: "renderers.read",
    summary: "Reads the HTML of a renderer, which only a sandboxed frame may show.",
    effect: "read",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: rendererById,
    result: z.object({ html: z.string() }),
  }),
  "renderers.save": defineAppOperation({
    id: "renderers.save",
    summary: "Adds a renderer of trajectories to a workspace, or replaces the one of the same name.",
    effect: "write",
    role: "admin",
    workspaceIn: "workspaceId",
    input: rendererSave,
    inputMaxBytes: SAVE_MAX_BYTES,
    result: z.object({ renderer }),
  }),
  "renderers.delete": defineAppOperation({
    id: "renderers.delete",
    summary: "Deletes a renderer of a workspace.",
    effect: "write",
    role: "admin",
    workspaceIn: "workspaceId",
    input: rendererById,
    result: z.object({}),
  }),
};
