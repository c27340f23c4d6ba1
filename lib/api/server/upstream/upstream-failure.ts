import type { Response as UpstreamResponse } from "undici";
import { z } from "zod";
import type { ErrorKind } from "@/lib/api/contract/errors/service-error";
import { validationItem } from "@/lib/api/contract/errors/service-error";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { type FailureFacts, RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { type Answer, isPageText, visibleText } from "./answer-kind";
import { type CallProblem, describeCallError } from "./upstream-call";

/** How much of a failure is forwarded. */
const MAX_SHOWN_BYTES = 4 * 1024;
const EXCERPT_LENGTH = 200;

/** Statuses that keep their meaning; all other failures become 502. */
const FORWARDED_STATUSES: Readonly<Record<number, ErrorKind>> = {
  400: "validation",
  403: "forbidden",
  404: "not-found",
  409: "upstream",
  413: "validation",
  422: "validation",
  429: "upstream",
  504: "upstream",
};

/** Statuses by which HTTP says that a service does not have an operation. */
const UNSUPPORTED_STATUSES: ReadonlySet<number> = new Set([405, 501]);

const failureDocument = z.object({
  detail: z.unknown().optional(),
  reason: z.unknown().optional(),
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  deleted_at: z.unknown().optional(),
});

function parsed(text: string): z.infer<typeof failureDocument> | undefined {
  try {
    return failureDocument.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Returns the first characters of a response that is not JSON, without its tags. A credential must be removed before:
 * afterwards it may be split.
 */
function excerptOf(text: string): string {
  return visibleText(text).slice(0, EXCERPT_LENGTH);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && "message" in value) return textOf(value.message);
  return undefined;
}

type Redact = (text: string) => string;

/** Returns as many items as fit, each with the credential removed. */
function itemsOf(detail: unknown, redact: Redact): ValidationItem[] | undefined {
  if (!Array.isArray(detail)) return undefined;
  const items: ValidationItem[] = [];
  let size = 0;
  for (const candidate of detail) {
    const item = validationItem.safeParse(candidate).data;
    if (!item) continue;
    const clean = { loc: item.loc.map(redact), msg: redact(item.msg), type: redact(item.type) };
    size += JSON.stringify(clean).length;
    if (size > MAX_SHOWN_BYTES) break;
    items.push(clean);
  }
  return items.length > 0 ? items : undefined;
}

/** A time only: any other text might repeat a credential. */
function timeOf(value: unknown): string | undefined {
  const atMs = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}

function retryAfter(response: UpstreamResponse): number | undefined {
  const text = response.headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}

const MESSAGES: Readonly<Record<ErrorKind, string>> = {
  validation: "The service rejected the request.",
  "signed-out": "Sign in to continue.",
  forbidden: "The stored credential is not allowed to do this.",
  "credentials-refused": "The service rejected the stored credential.",
  "not-found": "The service could not find the requested resource.",
  unsupported: "The service does not support this operation.",
  upstream: "The service failed.",
  unreachable: "The service cannot be reached.",
  unreadable: "The service returned a response that cannot be read.",
  cancelled: "Stopped.",
};

function classify(status: number): [ErrorKind, number] {
  if (status === 401) return ["credentials-refused", 502];
  if (UNSUPPORTED_STATUSES.has(status)) return ["unsupported", 404];
  const kind = FORWARDED_STATUSES[status];
  return kind ? [kind, status] : ["upstream", 502];
}

function messageFor(kind: ErrorKind, status: number): string {
  if (status >= 300 && status < 400) return "The service redirects elsewhere. Check the base URL.";
  if (status === 429) return "Too many requests. The service asks to wait.";
  if (status === 413) return "The request is too large for the service.";
  if (status === 504) return "The service, or a proxy in front of it, timed out.";
  if (kind === "upstream") return `The service failed with status ${status}.`;
  return MESSAGES[kind];
}

function messageOf(document: z.infer<typeof failureDocument> | undefined): string | undefined {
  return document && (textOf(document.reason) ?? textOf(document.detail) ?? textOf(document.message));
}

/** True for a failure that says nothing of its own: no text, a web page, or JSON without a reason. */
export function isBareFailure({ text }: Answer): boolean {
  if (text.trim() === "" || isPageText(text)) return true;
  const document = parsed(text);
  if (document === undefined) return false;
  return !messageOf(document) && document.detail === undefined && document.deleted_at === undefined;
}

/** Classifies a failed response by its status, without any part of the credential. */
export function upstreamFailure(response: UpstreamResponse, answer: Answer, redact: Redact): FailureFacts {
  const document = parsed(answer.text);
  const own = messageOf(document) ?? (document && textOf(document.error));
  const reasonText = own ?? (document ? undefined : excerptOf(redact(answer.text)));
  const [kind, httpStatus] = classify(response.status);
  return {
    httpStatus,
    kind,
    message: messageFor(kind, response.status),
    status: response.status,
    reason: reasonText ? redact(reasonText).slice(0, MAX_SHOWN_BYTES) : undefined,
    detail: itemsOf(document?.detail, redact),
    deletedAt: timeOf(document?.deleted_at),
    retryAfterSeconds: retryAfter(response),
  };
}

/** Returns the facts of an operation that the service was found not to have. */
export function notOffered(facts: FailureFacts): FailureFacts {
  return { ...facts, httpStatus: 404, kind: "unsupported", message: MESSAGES.unsupported };
}

/** Returns the failure of a page where data was expected: a login page or a proxy's error page. */
export function pageInsteadOfData(answer: Answer, redact: Redact): FailureFacts {
  return {
    httpStatus: 502,
    kind: "unreadable",
    message: "The service returned a web page. Check the base URL.",
    status: answer.status,
    reason: excerptOf(redact(answer.text)) || undefined,
  };
}

const FACTS_OF_PROBLEM: Readonly<Record<CallProblem["kind"], { kind: ErrorKind; httpStatus: number }>> = {
  unreachable: { kind: "unreachable", httpStatus: 502 },
  "refused-address": { kind: "unreachable", httpStatus: 502 },
  unreadable: { kind: "unreadable", httpStatus: 502 },
  timeout: { kind: "upstream", httpStatus: 504 },
};

/** Returns the failure of a call without a response: says why, and warns that a write may have been executed. */
export function callFailed(error: unknown, operation: Operation, host: string): RequestFailedError {
  const problem = describeCallError(error);
  const neverSent = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|refused|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH)$/;
  const isDoubtful = operation.effect === "write" && !neverSent.test(problem.code);
  const doubt = isDoubtful ? " The request may have been executed: check before repeating it." : "";
  const facts = FACTS_OF_PROBLEM[problem.kind];
  const message = `The service at ${host} ${problem.sentence}.`.replace(/\.\.$/, ".") + doubt;
  return new RequestFailedError({ ...facts, message, reason: problem.code }, { cause: error });
}
