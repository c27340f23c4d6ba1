"use client";

import { callApp } from "@/lib/api/client/app-client";
import { langsmithApiItems } from "@/lib/import/langsmith-api/langsmith-items";
import { ApiImport, type ApiImportProps } from "./api-import";
import type { ApiTool } from "./api-tool";

export const LANGSMITH: ApiTool<"project" | "key" | "workspaceId"> = {
  name: "LangSmith",
  fields: [
    {
      name: "address",
      label: "Address",
      kind: "address",
      hint: "of the cloud region, or of your own server",
      initial: "https://api.smith.langchain.com",
    },
    { name: "project", label: "Project", kind: "name", hint: "its name in LangSmith" },
    { name: "key", label: "API key", kind: "secret", placeholder: "lsv2_…" },
    {
      name: "workspaceId",
      label: "Workspace ID",
      kind: "name",
      hint: "only for a key with several workspaces",
      isOptional: true,
    },
  ],
  commandOptions: "--langsmith URL --langsmith-project NAME",
  ask: async ({ address, key, workspaceId }, { path, query, body }, signal) => {
    const tenant = workspaceId.trim() === "" ? {} : { tenantId: workspaceId };
    const question = { path, query: { ...query }, ...(body === undefined ? {} : { body: { ...body } }) };
    return await callApp("imports.langsmith", { address, key, ...tenant, ...question }, signal);
  },
  itemsOf: (api, { project }, reading) => langsmithApiItems(api, { ...reading, project: project.trim() }),
};

/** Imports a project of LangSmith. */
export function LangsmithImport(props: ApiImportProps) {
  return <ApiImport tool={LANGSMITH} {...props} />;
}
