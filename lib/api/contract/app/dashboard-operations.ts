import { z } from "zod";
import { defineAppOperation } from "@/lib/api/contract/operation/app-operation-row";
import { dashboardById, dashboardSave, dashboardSummary, dashboardsOf, savedDashboard } from "./dashboards";

/** 24 panels, each with long texts. */
const SAVE_MAX_BYTES = 2 * 1024 ** 2;

export const dashboardOperations = {
  "dashboards.list": defineAppOperation({
    id: "dashboards.list",
    summary: "Lists the dashboards of a workspace, without their panels.",
    effect: "read",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: dashboardsOf,
    result: z.object({ dashboards: z.array(dashboardSummary) }),
  }),
  "dashboards.read": defineAppOperation({
    id: "dashboards.read",
    summary: "Reads a dashboard with its panels.",
    effect: "read",
    role: "viewer",
    workspaceIn: "workspaceId",
    input: dashboardById,
    result: z.object({ dashboard: savedDashboard }),
  }),
  "dashboards.save": defineAppOperation({
    id: "dashboards.save",
    summary: "Creates a dashboard, or changes one that nobody else has changed meanwhile.",
    effect: "write",
    role: "member",
    workspaceIn: "workspaceId",
    input: dashboardSave,
    inputMaxBytes: SAVE_MAX_BYTES,
    result: z.object({ dashboard: savedDashboard }),
  }),
  "dashboards.delete": defineAppOperation({
    id: "dashboards.delete",
    summary: "Deletes a dashboard.",
    effect: "write",
    role: "member",
    workspaceIn: "workspaceId",
    input: dashboardById,
    result: z.object({}),
  }),
};
