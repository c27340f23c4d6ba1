import { readSource, SOURCE_HEADER } from "@/lib/api/contract/completions/completion-source";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { validationFailed } from "@/lib/api/server/answer/request-failed-error";
import { COMPLETIONS } from "./extra-headers";

/**
 * Returns the header that marks a completion of one of our pages for the service; none for other requests.
 *
 * @throws RequestFailedError 422 for a page that does not exist: no text of the browser is forwarded
 */
export function sourceHeaders(operation: Operation, request: Request): Readonly<Record<string, string>> {
  const given = COMPLETIONS.has(operation.id) ? request.headers.get(SOURCE_HEADER) : null;
  if (given === null) return {};
  const source = readSource(given);
  if (source !== null) return { [SOURCE_HEADER]: source };
  throw validationFailed([
    { loc: ["header", SOURCE_HEADER], msg: "Input should be 'playground' or 'arena'", type: "literal_error" },
  ]);
}
