import type { Handler } from "@/service/traces/handlers/handler";
import { readMeasuresOf } from "@/service/traces/measures/read-measures";

/** Reads the measures of a page in one answer. */
export const readMeasures: Handler<"measures.read"> = async ({ body }, context) => await readMeasuresOf(context, body);
