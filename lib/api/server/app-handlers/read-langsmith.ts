import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { AppHandler } from "./app-call";
import { askForPage } from "./import-source";

/** Asks LangSmith for one page. */
export const readLangsmith: AppHandler<"imports.langsmith"> = async (
  { address, key, tenantId, path, query, body },
  call,
) =>
  await askForPage(call, {
    address,
    path: `/api/v1${path}`,
    query,
    keys: { "x-api-key": key, ...(tenantId === undefined ? {} : { "x-tenant-id": tenantId }) },
    body: body === undefined ? undefined : stringifyJson(body),
  });
