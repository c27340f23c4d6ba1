import type { FailureCode, InvalidMember } from "./contract-failures";
import { HeddleError } from "./heddle-error";

const MAX_TEXT = 2000;

const CODES: Readonly<Record<number, FailureCode>> = {
  400: "validation",
  401: "credentials-refused",
  403: "forbidden",
  404: "not-found",
  405: "unsupported",
  413: "validation",
  422: "validation",
  501: "unsupported",
};

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

function membersOf(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
}

/** Services and providers name their reason in different members. */
function reasonIn(said: Members): string | null {
  for (const name of ["reason", "message", "detail", "error"]) {
    const value = said[name];
    if (typeof value === "string") return value;
    if (isMembers(value) && typeof value.message === "string") return value.message;
  }
  return null;
}

function invalidIn({ detail }: Members): InvalidMember[] {
  if (!Array.isArray(detail)) return [];
  return detail.filter(isMembers).map(({ loc, msg, type }) => ({
    loc: Array.isArray(loc) ? loc.map(String) : [],
    ...{ msg: String(msg), type: String(type) },
  }));
}

/** Seconds, or a date. */
function secondsIn(text: string | null): number | null {
  if (text === null) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, (atMs - Date.now()) / 1000);
}

/** Returns the failure that an answer other than 2xx reports. */
export async function answerFailure(operation: string, response: Response): Promise<HeddleError> {
  const text = await response.text().catch(() => "");
  const said = membersOf(text);
  const invalid = invalidIn(said);
  const [first] = invalid;
  const reason = first === undefined ? (reasonIn(said) ?? text) : `${first.loc.join(".")}: ${first.msg}`;
  const { status } = response;
  return new HeddleError(`the service answered ${status}. ${reason.slice(0, MAX_TEXT)}`.trimEnd(), {
    ...{ code: CODES[status] ?? "upstream", operation, status, invalid },
    retryAfterSeconds: secondsIn(response.headers.get("retry-after")),
  });
}
