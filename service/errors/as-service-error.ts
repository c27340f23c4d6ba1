import {
  InvalidRequest,
  isDiskFull,
  QueryTimedOut,
  ServiceError,
  StorageFull,
  StoreUnavailable,
} from "./service-errors";
import { StoreError, StoreFull, StoreMemoryLimit, StoreQueryTooLarge, StoreTimeout } from "./store-errors";

/** A failure as the client is told of it; null for one that nobody expected. */
export function asServiceError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (error instanceof StoreTimeout) return new QueryTimedOut("The query took too long and was stopped.");
  if (error instanceof StoreFull || isDiskFull(error)) return new StorageFull();
  if (error instanceof StoreQueryTooLarge) return new InvalidRequest(error.message);
  if (error instanceof StoreMemoryLimit) return new StoreUnavailable(error.message);
  if (error instanceof StoreError) return new StoreUnavailable("Temporary backend error");
  return null;
}
