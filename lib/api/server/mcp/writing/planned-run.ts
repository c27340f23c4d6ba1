import { z } from "zod";
import { cutOutput } from "@/lib/api/server/mcp/tools/shared-input";
import { formatCount } from "@/lib/format/count";

/** What the tools return that show a plan before they start paid work. */
export const plannedRunOutput = z.object({
  plan: z.string().nullable().describe("To be passed with the same inputs; null once it has started."),
  run_id: z.string().nullable(),
  requests: z.number(),
  tokens: z.number(),
  cost_usd: z.number().nullable().describe("An estimate; null without prices."),
  url: z.string(),
  cut: cutOutput,
});

interface Spending {
  readonly requests: number;
  readonly tokens: number;
  /** Null without prices. */
  readonly cost_usd: number | null;
  readonly seconds: number | null;
}

/** Returns what the work takes: `80 requests to models, 4,000 tokens, for about 0.12 USD, in about 1 min`. */
export function spendingText({ requests, tokens, cost_usd: cost, seconds }: Spending): string {
  const money = cost === null ? "at an unknown cost" : `for about ${cost.toFixed(2)} USD`;
  const time = seconds === null ? "" : `, in about ${Math.max(1, Math.ceil(seconds / 60))} min`;
  return `${formatCount(requests)} requests to models, ${formatCount(tokens)} tokens, ${money}${time}`;
}

/** Returns the last lines of a plan: what its limit does not cover, and how it is started. */
export function planEnd(unpricedModels: readonly string[]): string[] {
  const names = unpricedModels.join(", ");
  return [
    ...(names === "" ? [] : [`Without a price, so that the limit does not count them: ${names}`]),
    "Show this to the user. To start it, call again with the same inputs and `plan`.",
  ];
}
