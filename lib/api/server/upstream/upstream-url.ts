import type { Operation } from "@/lib/api/contract/operation/operation";
import { validationFailed } from "@/lib/api/server/answer/request-failed-error";

const MAX_PARAMETER_LENGTH = 256;

/** An invalid base URL; the message says why. */
export class BaseUrlError extends Error {
  override readonly name = "BaseUrlInvalid";
}

/**
 * Parses the base URL of a connection, once, when it is stored: http or https, without user name, query and fragment.
 * The path is stored without its last slash.
 *
 * @throws BaseUrlError
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new BaseUrlError("Enter an address such as https://traces.example.org");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw new BaseUrlError("The address must begin with http:// or https://");
  if (url.username !== "" || url.password !== "") {
    throw new BaseUrlError("The address must not contain a user name or password: enter them in their fields");
  }
  if (url.search !== "" || url.hash !== "") throw new BaseUrlError("The address must not contain a query or fragment");
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, "");
  return url;
}

/** The address as it is stored and shown: without the slash that URL adds to an empty path. */
export function baseUrlText(url: URL): string {
  return url.href.replace(/\/$/, "");
}

/**
 * Yields the text after each further decoding, until nothing changes: a server behind a proxy might see any of them.
 */
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
 * Returns one path parameter as exactly one encoded segment. `encodeURIComponent("..")` is `..`: such values are
 * rejected, even when they are encoded several times.
 *
 * @throws RequestFailedError 400 naming the parameter.
 */
function pathSegment(name: string, value: string): string {
  if (value === "" || value.length > MAX_PARAMETER_LENGTH || isUnsafeSegment(value)) {
    const item = { loc: ["path", name], msg: "Not allowed as a path segment", type: "path_invalid" };
    throw validationFailed([item], 400);
  }
  return encodeURIComponent(value);
}

/** Returns the full address of a call: the base, the row's own path with checked parameters, and the checked query. */
export function upstreamUrl(
  base: URL,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): URL {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => pathSegment(name, params[name] ?? ""));
  const basePath = base.pathname.replace(/(?<!\/)\/+$/, "");
  const url = new URL(basePath + path, base.origin);
  if (url.origin !== base.origin || url.pathname !== basePath + path) {
    throw new Error(`The address of ${operation.id} is outside its base.`);
  }
  url.search = query.toString();
  return url;
}
