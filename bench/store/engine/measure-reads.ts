import { quantile } from "@/bench/report/quantile";
import type { Report } from "@/bench/report/report";
import type { Store } from "@/service/store/engine/store";
import type { PageRequest } from "./page-requests";
import type { ReadCase } from "./read-cases";
import type { Target } from "./send-load";

async function send({ url, headers }: Target, { path, body }: PageRequest): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** The median of some times in milliseconds, the first of which does not count: it warms caches. */
async function median(times: number, run: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    const begun = performance.now();
    await run();
    taken.push(performance.now() - begun);
  }
  return quantile(taken.slice(1), 0.5);
}

/** Asks the service and then the plain table for each read, and adds the figures to the report. */
export async function measureReads(
  report: Report,
  cases: readonly ReadCase[],
  { service, plain, times }: { service: Target; plain: Store; times: number },
): Promise<void> {
  for (const { name, requests, bareSql, fault } of cases) {
    const answers = await Promise.all(requests.map((request) => send(service, request)));
    const wrong = fault(answers);
    if (wrong !== null) report.note(`WRONG ANSWER to "${name}": ${wrong}.`);
    const serviceMs = await median(times, () => Promise.all(requests.map((request) => send(service, request))));
    // The engine may remember which blocks match a condition; the service's reads differ by their time range, too.
    const settings = { use_query_condition_cache: 0 };
    const plainMs = await median(times, () => plain.read({ sql: bareSql, settings }));
    report.add(name, serviceMs, "ms", { name: "plain table, asked bare", value: plainMs });
  }
}
