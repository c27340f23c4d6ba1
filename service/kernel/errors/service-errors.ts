import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";

/** A failure reported to the client, with the status and the JSON body of the wire. */
export abstract class ServiceError extends Error {
  abstract readonly status: ContentfulStatusCode;

  /** The JSON body of the response. */
  body(): Record<string, unknown> {
    return { reason: this.message };
  }
}

/** 400: the request has the right shape but an impossible value (a negative limit, an unknown field). */
export class InvalidRequestError extends ServiceError {
  override readonly name = "InvalidRequest";
  readonly status = 400;
}

/** 401: no key, or an unknown one. */
export class NotSignedInError extends ServiceError {
  override readonly name = "NotSignedIn";
  readonly status = 401;
}

/** 403: the key lacks permission, or a field or a name is not allowed. */
export class ForbiddenError extends ServiceError {
  override readonly name = "Forbidden";
  readonly status = 403;
}

/**
 * 404: the named resource does not exist. `extra` is added next to the reason, such as `deleted_at` of a deleted
 * version.
 */
export class NotFoundError extends ServiceError {
  override readonly name = "NotFound";
  readonly status = 404;

  constructor(
    message: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  override body(): Record<string, unknown> {
    return { ...super.body(), ...this.extra };
  }
}

/** 409: the resource to create already exists. */
export class ConflictError extends ServiceError {
  override readonly name = "Conflict";
  readonly status = 409;
}

/** 413: more bytes, ids or rows than one request may contain. */
export class TooLargeError extends ServiceError {
  override readonly name = "TooLarge";
  readonly status = 413;
}

/** 422: the request does not have the declared shape; each item gives its location. */
export class ValidationError extends ServiceError {
  override readonly name = "ValidationFailed";
  readonly status = 422;

  constructor(readonly detail: readonly ValidationItem[]) {
    super(detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; "));
  }

  override body(): Record<string, unknown> {
    return { detail: this.detail };
  }
}

/** 429: more is waiting than the service takes at a time; nothing was stored, and a retry will succeed. */
export class TooBusyError extends ServiceError {
  override readonly name = "TooBusy";
  readonly status = 429;
  readonly retryAfterSeconds = 2;

  constructor(
    message = "More data is waiting to be written than the service takes at a time. Send it again after a moment.",
  ) {
    super(message);
  }
}

/** 502: the store could not answer; a retry may succeed. */
export class StoreUnavailableError extends ServiceError {
  override readonly name = "StoreUnavailable";
  readonly status = 502;
}

/** Statuses of a provider that say what is wrong with the request. */
const OF_REQUEST = new Set([400, 404, 409, 413, 422, 429]);

/**
 * The model's provider refused a request that was passed to it, with its status where that is about the request; 502 for
 * anything else.
 */
export class ProviderError extends ServiceError {
  override readonly name = "ProviderFailed";
  readonly status: ContentfulStatusCode;

  /** @param status of the provider; null when it did not respond */
  constructor(message: string, status: number | null) {
    super(message);
    this.status = status !== null && OF_REQUEST.has(status) ? (status as ContentfulStatusCode) : 502;
  }
}

/** Error codes of files and databases for a full disk or quota. */
const FULL = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** True when an operation failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && FULL.has(error.code);
}

const FULL_TEXTS = {
  refused:
    "The disk of the service is full, and writing works again when space is freed. Nothing of this request was stored. What is stored can be read and deleted.",
  failed:
    "The disk of the service is full, and writing works again when space is freed. Parts of this request may be stored: calls, objects and tables that are sent again are stored once.",
} as const;

/**
 * 507: the disk is full; stored data can be read, and writing works again when space is freed. A request was `refused`
 * before anything of it was stored, or it `failed` when some of it may have been.
 */
export class StorageFullError extends ServiceError {
  override readonly name = "StorageFull";
  readonly status = 507;

  constructor(readonly outcome: keyof typeof FULL_TEXTS = "failed") {
    super(FULL_TEXTS[outcome]);
  }
}

/** 504: the store took longer than a query may take. */
export class QueryTimeoutError extends ServiceError {
  override readonly name = "QueryTimedOut";
  readonly status = 504;
}
