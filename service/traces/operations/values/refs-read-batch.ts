import { checkResponseSize } from "@/service/kernel/checks/response-size";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { readRefs } from "@/service/traces/values/ref-values";

const MAX_REFS = 1000;

/** Returns the values of refs, in their order. The router has checked the project of each. */
export const readRefBatch: Handler<"refs.readBatch"> = async ({ body }, services) => {
  if (body.refs.length > MAX_REFS)
    throw new InvalidRequestError(`Too many refs: at most ${MAX_REFS} can be read at once.`);
  const values = await readRefs(services, body.refs, services.signal);
  const length = values.reduce((sum, value) => sum + (value?.length ?? 4), 0);
  checkResponseSize(length, "Request fewer refs at once.");
  return new RawJson(`{"vals":[${values.map((value) => value ?? "null").join(",")}]}`);
};
