import { MODELS } from "@/bench/store/workload/agent-spans";
import { PROJECT, type Workload } from "@/bench/store/workload/workload";
import type { Target } from "./send-load";

/** Gives each model of the workload a price that holds for all its calls. */
export async function setPrices({ url, headers }: Target, { sinceMs }: Workload): Promise<void> {
  const day = new Date(sinceMs - 86_400_000).toISOString();
  const costs = Object.fromEntries(
    Object.entries(MODELS).map(([model, { provider, prompt, completion, cached }]) => [
      model,
      {
        prompt_token_cost: prompt,
        completion_token_cost: completion,
        cache_read_input_token_cost: cached,
        effective_date: day,
        provider_id: provider,
      },
    ]),
  );
  const body = JSON.stringify({ project_id: PROJECT, costs });
  const response = await fetch(`${url}/cost/create`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  if (!response.ok) throw new Error(`/cost/create answered ${response.status}: ${await response.text()}`);
}
