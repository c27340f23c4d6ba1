/**
 * Measures how much the service, and the relay in front of it, add to the time to the first token and take from the
 * tokens per second, compared with calling the provider directly and with a bare route handler of the same framework,
 * which is the cost of any dashboard built with it; alternating in one run. Provider, service, dashboard and reader are
 * separate processes.
 * Run: npm run bench -- relay-and-service [--rounds 20] [--streams 6]
 */
import { parseArgs } from "node:util";
import { quantile } from "@/bench/report/quantile";
import { Report } from "@/bench/report/report";
import { ADMIN, API_KEY, runHeddle } from "@/e2e/support/run-heddle";
import { readStream, type StreamPace } from "./read-stream";
import { startBareNext } from "./start-bare-next";
import { startPacedProvider } from "./start-paced-provider";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, streams: { type: "string", default: "6" } },
});
const [rounds, streams] = [Number(values.rounds), Number(values.streams)];

const provider = await startPacedProvider();
const bare = await startBareNext(`${provider.url}/chat/completions`);
const heddle = await runHeddle({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-bench" } });

/** Signs in as a browser does and returns the cookies. */
async function signIn(): Promise<string> {
  const jar = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: heddle.url, "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(`${heddle.url}/api/auth/${path}`, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };
  const { csrfToken } = (await (await send("csrf")).json()) as { csrfToken: string };
  const form = new URLSearchParams({ csrfToken, ...ADMIN, json: "true" });
  await send("callback/credentials", { method: "POST", body: form });
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

interface Way {
  readonly name: string;
  readonly ask: (model: string, tokens: number) => Promise<StreamPace>;
}

const messages = [{ role: "user", content: "A question of some length. ".repeat(40) }];
const json = { "content-type": "application/json" };
const basic = { authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}` };

function ways(cookie: string): readonly Way[] {
  const completion = (model: string, isTracked: boolean) =>
    JSON.stringify({
      project_id: "bench/completions",
      inputs: { model: `openai/${model}`, messages },
      track_llm_call: isTracked,
    });
  const ofService = (isTracked: boolean) => (model: string, tokens: number) =>
    readStream(
      `${heddle.serviceUrl}/completions/create_stream`,
      { ...json, ...basic },
      completion(model, isTracked),
      tokens,
    );
  const ofRelay = (isTracked: boolean) => (model: string, tokens: number) =>
    readStream(
      `${heddle.url}/api/service/local/completions.createStream`,
      { ...json, cookie, origin: heddle.url, "sec-fetch-site": "same-origin" },
      completion(model, isTracked),
      tokens,
    );
  const ofProvider = (url: string) => (model: string, tokens: number) =>
    readStream(url, json, JSON.stringify({ model, messages, stream: true }), tokens);
  return [
    { name: "provider, directly", ask: ofProvider(`${provider.url}/chat/completions`) },
    { name: "a bare route handler", ask: ofProvider(bare.url) },
    { name: "service, not tracked", ask: ofService(false) },
    { name: "service, tracked", ask: ofService(true) },
    { name: "relay and service, not tracked", ask: ofRelay(false) },
    { name: "relay and service, tracked", ask: ofRelay(true) },
  ];
}

interface Load {
  readonly title: string;
  readonly firstMs: number;
  readonly tokens: number;
  /** 0 is as fast as they are read. */
  readonly perSecond: number;
  readonly atOnce: number;
}

async function measure(load: Load, all: readonly Way[]): Promise<void> {
  const model = `paced-${load.firstMs}-${load.tokens}-${load.perSecond}`;
  const paces = new Map<string, StreamPace[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, ask } of all) {
      const taken = await Promise.all(Array.from({ length: load.atOnce }, () => ask(model, load.tokens)));
      // The first round opens connections and warms up.
      if (round > 0) paces.get(name)?.push(...taken);
    }
  }
  const median = (name: string, of: (pace: StreamPace) => number) => quantile((paces.get(name) ?? []).map(of), 0.5);
  const [direct] = all;
  const directFirst = median(direct?.name ?? "", ({ firstMs }) => firstMs);
  const directRate = median(direct?.name ?? "", ({ tokensPerSecond }) => tokensPerSecond);
  // The fastest of ten: the cost of the path itself, without other delays.
  const fast = (name: string) =>
    quantile(
      (paces.get(name) ?? []).map(({ firstMs }) => firstMs),
      0.1,
    );
  for (const { name } of all) {
    const add = (figure: string, value: number, unit: string, ofDirect: number) =>
      report.add(`${load.title}: ${name}, ${figure}`, value, unit, { name: direct?.name ?? "", value: ofDirect });
    const firstMs = median(name, (pace) => pace.firstMs);
    add("first token", firstMs, "ms", directFirst);
    add("first token, fastest tenth", fast(name), "ms", fast(direct?.name ?? ""));
    add(
      "rate",
      median(name, (pace) => pace.tokensPerSecond),
      "tokens/s",
      directRate,
    );
    report.add(`${load.title}: ${name}, added to the first token`, firstMs - directFirst, "ms");
  }
}

const report = new Report("relay-and-service", { rounds, streams });
try {
  const all = ways(await signIn());
  const paced = { firstMs: 100, tokens: 200, perSecond: 200 };
  await measure({ title: "One stream, 200 tokens/s", ...paced, atOnce: 1 }, all);
  await measure({ title: `${streams} streams at once, 200 tokens/s each`, ...paced, atOnce: streams }, all);
  await measure(
    { title: "One stream, as fast as it is taken", firstMs: 0, tokens: 5000, perSecond: 0, atOnce: 1 },
    all,
  );
  report.finish();
} finally {
  await heddle.stop();
  bare.stop();
  provider.stop();
}
