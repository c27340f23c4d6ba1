import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { failureText } from "@/lib/failure/failure-text";

/** Returns a failed request as sentences for an agent: what failed, why, and what may help. */
export function failureSentence(failure: ServiceFailure): string {
  const { title, advice } = failureText(failure);
  const details = (failure.detail ?? []).map(({ loc, msg }) => `${loc.join(".")}: ${msg}.`);
  const parts = [`${title}.`, advice, isRepeated(failure.message, title) ? "" : failure.message, ...details];
  const retry = failure.retryAfterSeconds === undefined ? "" : `Retry after ${failure.retryAfterSeconds} s.`;
  return [...parts, retry].filter((part) => part !== "").join(" ");
}

const isRepeated = (message: string, title: string) => message.replace(/\.$/, "") === title;
