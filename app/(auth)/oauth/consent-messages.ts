import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";

/** Returns the sentences of a failed request, each once. @param members those whose messages are sentences of their own */
export function consentMessages(error: Error | null, members: readonly string[]): readonly string[] {
  if (error === null) return [];
  const failure = failureOf(error);
  const own: Readonly<Record<string, string | undefined>> = fieldErrors(failure, members);
  return [...Object.values(own).filter((message) => message !== undefined), ...otherErrors(failure, members)];
}
