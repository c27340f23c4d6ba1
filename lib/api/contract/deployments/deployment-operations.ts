import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import { deployment, deploymentById, deploymentMark, deploymentsList, deploymentsOfRange } from "./deployments";

const PROJECT_ID = "demo/airline";
const ID = "019ad2c0-2f6e-7d0e-8c55-6a1d3f0a7b32";
const AT = "2026-11-19T14:30:00.000Z";

const MARK = { name: "v13", at: AT, note: "New timeout" };
const DEPLOYMENT = { id: ID, ...MARK, url: null, created_by: "ci" };

/** Deployments: changes of what runs, as marks in charts. */
export const deploymentOperations = {
  "deployments.list": defineOperation({
    id: "deployments.list",
    title: "Deployments",
    summary: "Lists the deployments of a range, and the releases whose first call is in it.",
    path: "/deployments/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: deploymentsOfRange },
    result: { kind: "json", schema: deploymentsList },
    standing: "extension",
    gaps: ["deployments"],
    example: {
      body: { project_id: PROJECT_ID },
      result: {
        deployments: [DEPLOYMENT],
        releases: [{ release: "v13", at: "2026-11-19T14:33:00.000Z", call_count: 8210 }],
      },
    },
  }),
  "deployments.mark": defineOperation({
    id: "deployments.mark",
    title: "Mark a deployment",
    summary: "Marks a deployment. One of the same name and time replaces the first.",
    path: "/deployments/mark",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: deploymentMark },
    result: { kind: "json", schema: deployment },
    standing: "extension",
    gaps: ["deployments"],
    example: { body: { project_id: PROJECT_ID, ...MARK }, result: DEPLOYMENT },
  }),
  "deployments.delete": defineOperation({
    id: "deployments.delete",
    title: "Delete a deployment",
    summary: "Deletes the mark of a deployment.",
    path: "/deployments/delete",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: deploymentById },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    gaps: ["deployments"],
    example: { body: { project_id: PROJECT_ID, deployment_id: ID }, result: {} },
  }),
};
