import type { Issue } from "@/lib/api/contract/issues/issues";

/** Why a request was refused, by what the exceptions of an issue have in common. The first that matches is it. */
const REFUSALS: readonly (readonly [refusal: string, expression: RegExp])[] = [
  ["content filter", /content[ _-]?(?:filter|policy)|responsible_?ai|moderation_blocked/i],
  ["quota", /insufficient[ _]?quota|quota exceeded|billing_hard_limit/i],
  [
    "rate limit",
    /\b(?:code|status|http):? 429\b|rate[ _-]?limit|too[ _-]?many[ _-]?requests|resource_?exhausted|throttl/i,
  ],
  ["overloaded", /overloaded|\b(?:code|status|http):? 529\b/i],
];

/** Returns why a provider, or another service, refused the calls of an issue; null where its pattern does not say it. */
export function refusalOf({ kind, pattern }: Pick<Issue, "kind" | "pattern">): string | null {
  if (kind !== "exception") return null;
  return REFUSALS.find(([, expression]) => expression.test(pattern))?.[0] ?? null;
}
