import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ValidationItem } from "@/lib/api/contract/errors/validation";

/** A failure that the client is told of, with the status and the JSON body of the wire. */
export abstract class ServiceError extends Error {
  abstract readonly status: ContentfulStatusCode;

  /** The JSON body of the answer. */
  body(): Record<string, unknown> {
    return { reason: this.message };
  }
}

/** 400: the request has the right shape but asks for something that cannot be (a negative limit, an unknown field). */
export class InvalidRequestError extends ServiceError {
  override readonly name = "InvalidRequest";
  readonly status = 400;
}

/** 401: no key, or one that is not known. */
export class NotSignedInError extends ServiceError {
  override readonly name = "NotSignedIn";
  readonly status = 401;
}

/** 403: the key may not do this, or a field or a name is not allowed. */
export class ForbiddenError extends ServiceError {
  override readonly name = "Forbidden";
  readonly status = 403;
}

/** 404: what was named does not exist. `extra` goes beside the reason, as `deleted_at` of a deleted version does. */
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

/** 409: what was to be made is there already. */
export class ConflictError extends ServiceError {
  override readonly name = "Conflict";
  readonly status = 409;
}

/** 413: more bytes, ids or rows than one request may carry. */
export class TooLargeError extends ServiceError {
  override readonly name = "TooLarge";
  readonly status = 413;
}

/** 422: the request does not have the declared shape; each item says where. */
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

/** 502: the store could not answer; asking again may help. */
export class StoreUnavailableError extends ServiceError {
  override readonly name = "StoreUnavailable";
  readonly status = 502;
}

/** Codes of files and databases for a disk, or a share of one, without room. */
const FULL = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** Whether something failed because there was no room to write it. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && FULL.has(error.code);
}

/** 507: there is no room left to store anything; what is stored can be read, and writing works again with room. */
export class StorageFullError extends ServiceError {
  override readonly name = "StorageFull";
  readonly status = 507;

  constructor() {
    super("The disk of the service is full: nothing was stored. It stores again as soon as there is room.");
  }
}

/** 504: the store took longer than a query may take. */
export class QueryTimeoutError extends ServiceError {
  override readonly name = "QueryTimedOut";
  readonly status = 504;
}
