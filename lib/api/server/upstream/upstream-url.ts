import type { Operation } from "@/lib/api/contract/operation/operation";
import { validationFailed } from "@/lib/api/server/answer/request-failed-error";

const MAX_PARAMETER_LENGTH = 256;

/** A base URL that cannot be one; the message says why. */
export class BaseUrlError extends Error {
  override readonly name = "BaseUrlInvalid";
}

/**
 * Reads the base URL of a connection, once, when it is stored: http or https, without user name, query and fragment.
 * The path is kept without its last slash.
 *
 * @throws BaseUrlError
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new BaseUrlError("An address such as https://traces.example.org is expected");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw new BaseUrlError("The address must begin with http:// or https://");
  if (url.username !== "" || url.password !== "") {
    throw new BaseUrlError("The address must not hold a user name or password: there are fields for them");
  }
  if (url.search !== "" || url.hash !== "") throw new BaseUrlError("The address must not hold a query or fragment");
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** The address as it is stored and shown: without the slash that URL adds to an empty path. */
export function baseUrlText(url: URL): string {
  return url.href.replace(/\/$/, "");
}

/** The text after each further decoding, until nothing changes: what some server behind a proxy might see. */
function furtherDecodings(value: string): string[] {
  const seen = [value];
  for (let round = 0; round < 3; round += 1) {
    try {
      const decoded = decodeURIComponent(seen.at(-1) ?? "");
      if (decoded === seen.at(-1)) break;
      seen.push(decoded);
    } catch {
      // Not percent-encoded any further.
      break;
    }
  }
  return seen;
}

function isUnsafeSegment(value: string): boolean {
  return furtherDecodings(value).some(
    (text) => /\p{Cc}|\\/u.test(text) || text.split("/").some((part) => /^\.{1,2}(;|$)/.test(part)),
  );
}

/**
 * One path parameter as exactly one encoded segment. `encodeURIComponent("..")` is `..`: such values are refused, also
 * where they are encoded several times over.
 *
 * @throws RequestFailed 400 naming the parameter.
 */
function pathSegment(name: string, value: string): string {
  if (value === "" || value.length > MAX_PARAMETER_LENGTH || isUnsafeSegment(value)) {
    const item = { loc: ["path", name], msg: "Not usable as one part of a path", type: "path_invalid" };
    throw validationFailed([item], 400);
  }
  return encodeURIComponent(value);
}

/** The whole address of a call: the base, the row's own path with checked parameters, and the checked query. */
export function upstreamUrl(
  base: URL,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): URL {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => pathSegment(name, params[name] ?? ""));
  const basePath = base.pathname.replace(/\/+$/, "");
  const url = new URL(basePath + path, base.origin);
  if (url.origin !== base.origin || url.pathname !== basePath + path) {
    throw new Error(`The address of ${operation.id} left its base.`);
  }
  url.search = query.toString();
  return url;
}
