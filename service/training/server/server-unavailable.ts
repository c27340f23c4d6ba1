import { ServiceError } from "@/service/kernel/errors/service-errors";

/** 503: the model server could not be started, has crashed, or was stopped. A retry starts it again. */
export class ServerUnavailableError extends ServiceError {
  override readonly name = "ServerUnavailable";
  readonly status = 503;
}
