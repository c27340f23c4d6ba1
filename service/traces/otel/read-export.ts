import { type ExportTraceRequest, exportTraceRequest } from "@/lib/api/contract/calls/otel";
import { type ExportLogsRequest, exportLogsRequest } from "@/lib/api/contract/calls/otel-logs";
import { jsonDepth, parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { isJsonObject } from "@/lib/guard/json-object";
import { check } from "@/service/kernel/bodies/read-body";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { decodeLogsRequest, PROTOBUF } from "./otlp-messages";

const MAX_JSON_DEPTH = 512;

/**
 * Integers that a double cannot represent are sent as text; lenient writers send them as numbers, and only those need
 * exact parsing.
 */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/;

/** Names of values and times in snake_case. */
const SNAKE_NAMES = "(?:string|int|double|bool|array|kvlist|bytes)_value|(?:start_|end_|observed_)?time_unix_nano";

/** Members with these names. In texts, their quotes are escaped. */
const SNAKE_CASE = new RegExp(`"(${SNAKE_NAMES})"\\s*:`);

const SNAKE_NAME = new RegExp(`^(?:${SNAKE_NAMES})$`);

/** True for the name of a member for which a request is refused: OTLP's own, in snake_case. */
export const isSnakeCase = (name: string): boolean => name.includes("_") && SNAKE_NAME.test(name);

const utf8 = new TextDecoder("utf-8", { fatal: true });

export const noUtf8 = () => new InvalidRequestError("The body is not valid UTF-8.");

/** @throws InvalidRequestError when the bytes are not UTF-8 */
function decodeExportText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw noUtf8();
  }
}

/**
 * Parses the text of a request, or of a part of one that is inside so many levels.
 * @throws InvalidRequestError when it is not JSON, is nested too deep, or has members in snake_case
 */
export function parseExportText(text: string, depth = 0): unknown {
  if (depth + jsonDepth(text) > MAX_JSON_DEPTH)
    throw new InvalidRequestError(`The body nests deeper than ${MAX_JSON_DEPTH} levels.`);
  const [, other] = SNAKE_CASE.exec(text) ?? [];
  if (other !== undefined) {
    throw new InvalidRequestError(
      `The body has the member ${JSON.stringify(other)}: OTLP in JSON has member names in lowerCamelCase.`,
    );
  }
  try {
    return LONG_NUMBER.test(text) ? parseJson(text) : JSON.parse(text);
  } catch (error) {
    throw new InvalidRequestError(`The body is not JSON: ${errorMessage(error)}`);
  }
}

/** The lists that lead to the spans or log records of a request, outermost first. */
const LEVELS = { spans: ["resourceSpans", "scopeSpans", "spans"], logs: ["resourceLogs", "scopeLogs", "logRecords"] };

/** Members next to those lists. */
const BESIDE: ReadonlySet<string> = new Set(["resource", "scope", "schemaUrl", "schema_url", "deprecatedScopeSpans"]);

/**
 * Refuses JSON whose lists have other names than OTLP's: members in snake_case, or those of its first versions. They
 * would be ignored, and everything in them lost.
 */
function requireNames(value: unknown, [name, ...inner]: readonly string[], place: string): void {
  if (name === undefined || !isJsonObject(value)) return;
  const list = value[name];
  if (list === undefined || list === null) {
    const other = Object.keys(value).find((member) => !BESIDE.has(member) && Array.isArray(value[member]));
    if (other === undefined) return;
    throw new InvalidRequestError(
      `${place} has the member ${JSON.stringify(other)} in place of ${name}: OTLP in JSON has member names in lowerCamelCase, and ids in hexadecimal.`,
    );
  }
  if (!Array.isArray(list)) return;
  for (const [at, item] of list.entries()) requireNames(item, inner, `${place}.${name}[${at}]`);
}

function readNamed(text: string, levels: readonly string[]): unknown {
  const value = parseExportText(text);
  requireNames(value, levels, "body");
  return value;
}

/**
 * Returns a request with log records, in either encoding.
 *
 * @throws InvalidRequestError when the bytes cannot be decoded. @throws ValidationFailed when the JSON has another
 * shape.
 */
export function readLogsExport(type: string, bytes: Uint8Array): ExportLogsRequest {
  if (type !== PROTOBUF) {
    return check(exportLogsRequest, readNamed(decodeExportText(bytes), LEVELS.logs), "body") as ExportLogsRequest;
  }
  try {
    return decodeLogsRequest(bytes);
  } catch (error) {
    throw new InvalidRequestError(
      `The body is not an OTLP ExportLogsServiceRequest in protobuf: ${errorMessage(error)}`,
    );
  }
}

/**
 * Returns an export request that was sent as JSON.
 *
 * @throws InvalidRequestError when the bytes cannot be decoded. @throws ValidationFailed when the JSON has another
 * shape; each fault gives its location.
 */
export function readJsonExport(bytes: Uint8Array): ExportTraceRequest {
  return readJsonExportText(decodeExportText(bytes));
}

/** The same for its text. */
export function readJsonExportText(text: string): ExportTraceRequest {
  return check(exportTraceRequest, readNamed(text, LEVELS.spans), "body") as ExportTraceRequest;
}
