import { quantile } from "@/bench/report/quantile";
import type { Report } from "@/bench/report/report";
import type { Store } from "@/service/traces/store/engine/store";
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

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

/** Asks the service and the plain table in turn for each read, and adds the medians to the report. */
export async function measureReads(
  report: Report,
  cases: readonly ReadCase[],
  { service, plain, times }: { service: Target; plain: Store; times: number },
): Promise<void> {
  for (const { name, requests, bareSql, fault } of cases) {
    let wrong: string | null = null;
    const ask = async (time: number) => {
      const found = fault(await Promise.all(requests(time).map((request) => send(service, request))));
      wrong ??= found;
    };
    // The engine may remember which blocks match a condition; the service's conditions differ each time.
    const settings = { use_query_condition_cache: 0 };
    const [serviceMs, plainMs]: [number[], number[]] = [[], []];
    for (let time = 0; time <= times; time += 1) {
      const [ofService, ofPlain] = [
        await timed(() => ask(time)),
        await timed(() => plain.read({ sql: bareSql, settings })),
      ];
      // The first time warms caches.
      if (time === 0) continue;
      serviceMs.push(ofService);
      plainMs.push(ofPlain);
    }
    const baseline = { name: "plain table, asked bare", value: quantile(plainMs, 0.5) };
    report.add(name, quantile(serviceMs, 0.5), "ms", baseline);
    if (wrong !== null) report.note(`WRONG ANSWER to "${name}": ${wrong}.`);
  }
}
