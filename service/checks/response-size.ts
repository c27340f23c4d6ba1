import { TooLargeError } from "@/service/errors/service-errors";

/** What one JSON answer may hold, in bytes: it is built in memory. Streams have no such limit. */
const MAX_RESPONSE_BYTES = 256 * 1024 ** 2;

/**
 * @param advice how to ask for less, said to the client
 * @throws TooLargeError when an answer would hold more than one may
 */
export function checkResponseSize(bytes: number, advice: string): void {
  if (bytes > MAX_RESPONSE_BYTES)
    throw new TooLargeError(`The answer would hold more than ${MAX_RESPONSE_BYTES} bytes. ${advice}`);
}
