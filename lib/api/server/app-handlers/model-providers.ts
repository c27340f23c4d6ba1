import type { z } from "zod";
import { modelProvider, modelProvidersResult, modelProviderTest } from "@/lib/api/contract/admin/model-providers";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { localTarget } from "@/lib/api/server/upstream/service-target";
import { type AppCall, type AppHandler, recordChange, signedIn } from "./app-call";

/** Calls the embedded service on behalf of the current user. */
async function requestProviders<Schema extends z.ZodType>(
  call: AppCall,
  operation: "providers.list" | "providers.set" | "providers.remove" | "providers.test",
  schema: Schema,
  body?: unknown,
): Promise<z.output<Schema>> {
  const { dashboard } = call;
  const target = localTarget(dashboard.environment);
  const question = { operation, target, userId: signedIn(call).user.id, ...(body === undefined ? {} : { body }) };
  return await requestJson(dashboard, question, schema, call);
}

export const listModelProviders: AppHandler<"modelProviders.list"> = async (_input, call) =>
  await requestProviders(call, "providers.list", modelProvidersResult);

/** The log records where prompts are now sent; the key passes through and is not stored here. */
export const setModelProvider: AppHandler<"modelProviders.set"> = async (input, call) => {
  const provider = await requestProviders(call, "providers.set", modelProvider, input);
  await recordChange(call, "provider.set", `${provider.name} ${new URL(provider.base_url).origin}`);
  return provider;
};

export const removeModelProvider: AppHandler<"modelProviders.remove"> = async ({ name }, call) => {
  const result = await requestProviders(call, "providers.remove", modelProvidersResult, { name });
  await recordChange(call, "provider.removed", name);
  return result;
};

export const testModelProvider: AppHandler<"modelProviders.test"> = async ({ name }, call) => {
  const result = await requestProviders(call, "providers.test", modelProviderTest, { name });
  await recordChange(call, "provider.tested", name);
  return result;
};
