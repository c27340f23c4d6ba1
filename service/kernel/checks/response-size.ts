import { TooLargeError } from "@/service/kernel/errors/service-errors";

/** Maximum size of one JSON response in bytes, because it is built in memory. Streams have no such limit. */
const MAX_RESPONSE_BYTES = 256 * 1024 ** 2;

/**
 * @param advice how to request less, shown to the client
 * @throws TooLargeError when a response would exceed the maximum
 */
export function checkResponseSize(bytes: number, advice: string): void {
  if (bytes > MAX_RESPONSE_BYTES)
    throw new TooLargeError(`The response would exceed ${MAX_RESPONSE_BYTES} bytes. ${advice}`);
}
