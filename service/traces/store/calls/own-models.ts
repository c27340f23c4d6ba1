import { REPORTED_BY } from "@/service/traces/store/schema/stored-usage";
import { STORED_CALLS_SQL } from "./visible-calls";

/**
 * SQL that is 1 for a call whose usage is its own: a request to a model, or a call with no usage directly below it. SDKs add the
 * usage of calls to all those above, and frameworks repeat it at agents.
 */
export const HAS_OWN_USAGE_SQL = `(report.by = ${REPORTED_BY.request} OR call_rows.id NOT IN (
    SELECT parent_id FROM call_rows WHERE ${STORED_CALLS_SQL} AND parent_id != '' AND notEmpty(model_tokens.model)))`;

/** SQL of the models that a call itself asks, each on a line of its own; empty where none has tokens. */
export const OWN_MODELS_SQL = `if(notEmpty(model_tokens.model) AND ${HAS_OWN_USAGE_SQL},
    arrayStringConcat(arrayMap(model -> concat('\\n', model, '\\n'), model_tokens.model)), '')`;
