import type { AppHandler } from "./app-call";
import { askForPage } from "./import-source";

/** Asks Langfuse for one page. */
export const readLangfuse: AppHandler<"imports.langfuse"> = async (
  { address, publicKey, secretKey, path, query },
  call,
) => {
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString("base64")}`;
  return await askForPage(call, { address, path: `/api/public${path}`, query, keys: { authorization } });
};
