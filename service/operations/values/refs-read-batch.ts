import { checkAnswerSize } from "@/service/checks/response-size";
import { InvalidRequest } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { RawJson } from "@/service/handlers/raw-json";
import { readRefs } from "@/service/values/ref-values";

const MOST_REFS = 1000;

/** The values of refs, in their order. The router has checked the project of each. */
export const readRefBatch: Handler<"refs.readBatch"> = async ({ body }, services) => {
  if (body.refs.length > MOST_REFS)
    throw new InvalidRequest(`Too many refs: at most ${MOST_REFS} can be read at once.`);
  const values = await readRefs(services, body.refs, services.signal);
  const length = values.reduce((sum, value) => sum + (value?.length ?? 4), 0);
  checkAnswerSize(length, "Ask for fewer refs at once.");
  return new RawJson(`{"vals":[${values.map((value) => value ?? "null").join(",")}]}`);
};
