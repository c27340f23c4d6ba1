import { type ExportTraceRequest, exportTraceRequest } from "@/lib/api/contract/calls/otel";
import { type ExportLogsRequest, exportLogsRequest } from "@/lib/api/contract/calls/otel-logs";
import { jsonDepth, parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/failure/error-message";
import { InvalidRequestError } from "@/service/errors/service-errors";
import { check } from "@/service/http/bodies/read-body";
import { decodeLogsRequest, PROTOBUF } from "./otlp-messages";

const MAX_JSON_DEPTH = 512;

/**
 * Integers that a double cannot represent are sent as text; lenient writers send them as numbers, and only those need
 * exact parsing.
 */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/;

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new InvalidRequestError("The body is not valid UTF-8.");
  }
  if (jsonDepth(text) > MAX_JSON_DEPTH)
    throw new InvalidRequestError(`The body nests deeper than ${MAX_JSON_DEPTH} levels.`);
  try {
    return LONG_NUMBER.test(text) ? parseJson(text) : JSON.parse(text);
  } catch (error) {
    throw new InvalidRequestError(`The body is not JSON: ${errorMessage(error)}`);
  }
}

/**
 * Returns a request with log records, in either encoding.
 *
 * @throws InvalidRequestError when the bytes cannot be decoded. @throws ValidationFailed when the JSON has another
 * shape.
 */
export function readLogsExport(type: string, bytes: Uint8Array): ExportLogsRequest {
  if (type !== PROTOBUF) return check(exportLogsRequest, readJson(bytes), "body") as ExportLogsRequest;
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
  return check(exportTraceRequest, readJson(bytes), "body") as ExportTraceRequest;
}
