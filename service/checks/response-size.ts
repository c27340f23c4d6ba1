import { TooLarge } from "@/service/errors/service-errors";

/** What one JSON answer may hold, in bytes: it is built in memory. Streams have no such limit. */
const ANSWER_BYTES = 256 * 1024 ** 2;

/**
 * @param advice how to ask for less, said to the client
 * @throws TooLarge when an answer would hold more than one may
 */
export function checkAnswerSize(bytes: number, advice: string): void {
  if (bytes > ANSWER_BYTES) throw new TooLarge(`The answer would hold more than ${ANSWER_BYTES} bytes. ${advice}`);
}
