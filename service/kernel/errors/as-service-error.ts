import {
  InvalidRequestError,
  isDiskFull,
  QueryTimeoutError,
  ServiceError,
  StorageFullError,
  StoreUnavailableError,
  TooBusyError,
} from "./service-errors";
import {
  ContentDamaged,
  StoreDamaged,
  StoreError,
  StoreFull,
  StoreMemoryLimit,
  StoreOverloaded,
  StoreQueryTooLarge,
  StoreTimeout,
} from "./store-errors";

const DAMAGED =
  "A part of the stored data is damaged. The embedded service checks all of it now and sets damaged parts aside: see Settings → Storage.";

const CONTENT_DAMAGED = "This content is damaged: its stored bytes do not match its digest. Restore it from a backup.";

/** Returns the error that the client receives for a failure; null for an unexpected one. */
export function asServiceError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreTimeout) return new QueryTimeoutError("The query took too long and was stopped.");
  if (error instanceof StoreFull || isDiskFull(error)) return new StorageFullError();
  if (error instanceof StoreQueryTooLarge) return new InvalidRequestError(error.message);
  if (error instanceof StoreOverloaded) return new TooBusyError();
  if (error instanceof StoreMemoryLimit) return new StoreUnavailableError(error.message);
  if (error instanceof StoreDamaged) return new StoreUnavailableError(DAMAGED);
  if (error instanceof ContentDamaged) return new StoreUnavailableError(CONTENT_DAMAGED);
  if (error instanceof StoreError) return new StoreUnavailableError("Temporary backend error");
  return null;
}
