import { callGroupNames } from "@/lib/api/contract/calls/call-stats";
import { callFields } from "@/lib/calls/field-table";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { OP_KEY_SQL, resolveCallField } from "@/service/traces/store/calls/call-fields";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { isScoreField } from "@/service/traces/store/scores/score-source";

/** The value that calls are grouped by: an expression, as text; empty for calls without a value. */
export interface CallKeyText {
  readonly sql: string;
  /** Whether all calls together usually have hundreds of values at most. */
  readonly hasFewValues: boolean;
  /** Whether rollups keep the values apart; the SQL then holds for their columns too. */
  readonly isRolled: boolean;
}

/** The paths of fields by their names in groups. A call may have several models, and ops are grouped without versions. */
const named: Readonly<Record<string, string>> = {
  ...Object.fromEntries(callFields.flatMap(({ by, path }) => (by && by !== "model" ? [[by, path]] : []))),
  op_name: "op_name",
  trace_id: "trace_id",
};

const fewValues: ReadonlySet<string> = new Set(["op_name", "summary.weave.status", "source"]);
const rolled: ReadonlySet<string> = new Set([...fewValues, "svc_user_id"]);

/** The object whose versions calls are grouped by: `input_object.support-prompt`. */
const INPUT_OBJECT = /^input_object\.([\w.-]{1,128})$/;

/** The digest of the first version of an object among the refs in a call's inputs; empty without one. */
function inputVersionSql(objectName: string, params: SqlParams): string {
  const prefix = `concat('weave:///', project_id, '/object/', ${params.bind(objectName, "String")}, ':')`;
  const ref = `arrayFirst(ref -> startsWith(ref, ${prefix}), input_refs)`;
  return `splitByChar('/', substring(${ref}, length(${prefix}) + 1))[1]`;
}

/**
 * Returns the text that calls are grouped by. Models are not included, because a call may count under several.
 * @throws InvalidRequestError for an unsupported name
 */
export function callKeyText(by: string, params: SqlParams): CallKeyText {
  const name = by.replace(/^wb_/, "svc_");
  if (name === "op") return { sql: OP_KEY_SQL, hasFewValues: true, isRolled: true };
  const objectName = INPUT_OBJECT.exec(by)?.[1];
  if (objectName !== undefined)
    return { sql: inputVersionSql(objectName, params), hasFewValues: false, isRolled: false };
  const path = Object.hasOwn(named, name) ? named[name] : isGroupedPath(by) ? by : undefined;
  if (path === undefined) {
    throw new InvalidRequestError(
      `Calls cannot be grouped by ${by}. Supported: ${callGroupNames.join(", ")}, attributes.a.b, score.NAME, input_object.NAME`,
    );
  }
  const field = resolveCallField(path, params);
  if (field.kind === "json") return { sql: field.path.text, hasFewValues: false, isRolled: false };
  return { sql: `ifNull(${field.sql}, '')`, hasFewValues: fewValues.has(path), isRolled: rolled.has(path) };
}

/** The only value of {@link callsWith}; empty for all other calls. */
export const CALLS_WITH = "with";

/** Returns a group of the calls that have one value in another group: so each token counts as in that group. */
export function callsWith(by: string, value: string, params: SqlParams): CallKeyText {
  const key = callKeyText(by, params);
  const sql = `if((${key.sql}) = ${params.bind(value, "String")}, '${CALLS_WITH}', '')`;
  return { ...key, sql, hasFewValues: true };
}

const isGroupedPath = (by: string): boolean => /^attributes\../.test(by) || isScoreField(by);
