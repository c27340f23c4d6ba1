"use client";

import { callApp } from "@/lib/api/client/app-client";
import { langfuseApiItems } from "@/lib/import/langfuse-api/langfuse-items";
import { ApiImport, type ApiImportProps } from "./api-import";
import type { ApiTool } from "./api-tool";

export const LANGFUSE: ApiTool<"publicKey" | "secretKey"> = {
  name: "Langfuse",
  fields: [
    {
      name: "address",
      label: "Address",
      kind: "address",
      hint: "of the cloud region, or of your own server",
      initial: "https://cloud.langfuse.com",
    },
    { name: "publicKey", label: "Public key", kind: "name", placeholder: "pk-lf-…" },
    { name: "secretKey", label: "Secret key", kind: "secret", placeholder: "sk-lf-…" },
  ],
  commandOptions: "--langfuse URL",
  ask: async (login, { path, query }, signal) =>
    await callApp("imports.langfuse", { ...login, path, query: { ...query } }, signal),
  itemsOf: (api, _login, reading) => langfuseApiItems(api, reading),
};

/** Imports a project of Langfuse. */
export function LangfuseImport(props: ApiImportProps) {
  return <ApiImport tool={LANGFUSE} {...props} />;
}
