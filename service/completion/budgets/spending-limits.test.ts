import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { type BudgetSettingsInput, budgetSettings } from "@/lib/api/contract/costs/budgets";
import { createCompletion } from "@/service/completion/operations/completions-create";
import { streamCompletion } from "@/service/completion/operations/completions-create-stream";
import { createResponse } from "@/service/completion/operations/completions-responses";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { periodAt } from "./budget-period";
import { BudgetReachedError } from "./budget-reached-error";
import { BudgetRecords } from "./budget-records";
import { readDailySpend, readOwnSpend, readSpend } from "./budget-spend";
import { SpendingLimits } from "./spending-limits";

const NOW_MS = Date.parse("2026-11-18T12:00:00Z");
/** Of one completion of the provider: 12 tokens in, 3 out. */
const COMPLETION_USD = 12 * 0.001 + 3 * 0.002;

let provider: OpenAiProvider;
let service: TestService;
let place: TemporaryState;
let projects = 0;
let project: string;
let nowMs = NOW_MS;

beforeAll(async () => {
  provider = await OpenAiProvider.start();
  place = await openTemporaryState();
  service = await openTestService({ OPENAI_BASE_URL: `${provider.url}/`, OPENAI_API_KEY: PROVIDER_KEY });
  const spending = new SpendingLimits({ state: place.state, services: service.services, now: () => nowMs });
  Object.assign(service.services, { spending });
});

beforeEach(async () => {
  projects += 1;
  project = `demo/budgets-${projects}`;
  nowMs = NOW_MS;
  const price = { prompt_token_cost: 0.001, completion_token_cost: 0.002, effective_date: "2025-01-01T00:00:00Z" };
  const costs = { plain: price, dear: { ...price, prompt_token_cost: 1 } };
  await service.ask("cost.create", createCosts, { project_id: project, costs });
});

afterAll(async () => {
  await service.close();
  await place.remove();
  await provider.stop();
});

interface Logged {
  readonly at: string;
  readonly model: string;
  readonly prompt: number;
  readonly userId?: string;
  readonly endUser?: string;
  readonly opName?: string;
  readonly parentId?: string;
}

/** Stores calls as programs log them. Returns their ids. */
async function log(calls: readonly Logged[]): Promise<void> {
  const parts = calls.flatMap(({ at, model, prompt, userId = "key-a", endUser, opName = "llm", parentId }) => {
    const call = { projectId: project, id: uuid7() };
    const startedAt = engineTimeOf(Date.parse(at) * 1000);
    const attributes = payload(endUser === undefined ? {} : { user: { id: endUser } });
    const summary = payload({ usage: { [model]: { requests: 1, prompt_tokens: prompt, completion_tokens: 0 } } });
    return [
      startPart({ ...call, startedAt, userId, opName, attributes, parentId: parentId ?? null }),
      endPart({ ...call, endedAt: startedAt, summary }),
    ];
  });
  await service.calls.write(parts);
}

const settingsOf = (members: Partial<BudgetSettingsInput>) =>
  budgetSettings.parse({ name: "Team", scope: "project", period: "day", limit_usd: 1, ...members });

async function limit(members: Partial<BudgetSettingsInput>) {
  const record = { id: uuid7(), projectId: project, userId: "ada", settings: settingsOf(members) };
  await new BudgetRecords(place.state).save(record);
  return record;
}

const requestOf = (members: object = {}, inputs: object = {}) => ({
  project_id: project,
  inputs: { model: "openai/plain", messages: [{ role: "user", content: "Hi" }], ...inputs },
  ...members,
});

interface Answer {
  readonly response: { readonly error?: string; readonly budget_id?: string; readonly choices?: unknown };
  readonly svc_call_id: string | null;
}

const complete = (body: object = requestOf()) => service.ask<Answer>("completions.create", createCompletion, body);

const context = () => ({ ...service.services, signal: new AbortController().signal });

describe("the spend of a budget", () => {
  const CALLS: readonly Logged[] = [
    { at: "2026-11-18T00:00:00Z", model: "plain", prompt: 100, endUser: "mia" },
    { at: "2026-11-18T11:59:00Z", model: "dear", prompt: 3, userId: "key-b", endUser: "mia" },
    { at: "2026-11-18T11:00:00Z", model: "plain", prompt: 50, userId: "key-b" },
    { at: "2026-11-17T23:59:59Z", model: "plain", prompt: 1000, endUser: "noa" },
    { at: "2026-11-01T00:00:00Z", model: "dear", prompt: 5 },
    { at: "2026-10-31T23:00:00Z", model: "dear", prompt: 7 },
    { at: "2026-11-18T10:00:00Z", model: "no-such-model", prompt: 40, opName: "weave.completions_create" },
    { at: "2026-11-18T10:00:00Z", model: "plain", prompt: 10, opName: "heddle.playground" },
  ];

  /** Computed from the calls themselves. */
  function expected(isOf: (call: Logged) => boolean, fromMs: number) {
    const rates: Readonly<Record<string, number>> = { plain: 0.001, dear: 1 };
    const counted = CALLS.filter((call) => isOf(call) && Date.parse(call.at) >= fromMs);
    return {
      usd: counted.reduce((sum, { model, prompt }) => sum + prompt * (rates[model] ?? 0), 0),
      unpricedTokens: counted.reduce((sum, { model, prompt }) => sum + (model in rates ? 0 : prompt), 0),
    };
  }

  const SCOPES = [
    [{ scope: "project" }, () => true],
    [{ scope: "model", value: "plain" }, ({ model }: Logged) => model === "plain"],
    [{ scope: "model", value: "no-such-model" }, ({ model }: Logged) => model === "no-such-model"],
    [{ scope: "key", value: "key-b" }, ({ userId }: Logged) => userId === "key-b"],
    [{ scope: "user", value: "mia" }, ({ endUser }: Logged) => endUser === "mia"],
    [{ scope: "user", value: "nobody" }, ({ endUser }: Logged) => endUser === "nobody"],
  ] as const;

  it("is that of its calls in the period, whatever it covers, with the tokens of unknown price apart", async () => {
    await log(CALLS);
    for (const [of, isOf] of SCOPES) {
      for (const period of ["day", "month"] as const) {
        const budget = { projectId: project, settings: settingsOf({ ...of, period }) };
        const time = periodAt(period, NOW_MS);
        const { usd, unpricedTokens } = await readSpend(context(), budget, time);
        const counted = expected(isOf, time.fromMs);
        expect([of, usd, unpricedTokens]).toEqual([of, expect.closeTo(counted.usd, 9), counted.unpricedTokens]);
        const own = await readOwnSpend(context(), budget, time);
        const isOwn = (call: Logged) => isOf(call) && /^(?:weave|heddle)\./.test(call.opName ?? "");
        expect([of, own.usd]).toEqual([of, expect.closeTo(expected(isOwn, time.fromMs).usd, 9)]);
      }
    }
  });

  it("is what Costs shows, where a call repeats the tokens of those below it for another user", async () => {
    const traceId = uuid7();
    const startedAt = engineTimeOf(NOW_MS * 1000);
    const usage = payload({ usage: { plain: { requests: 1, prompt_tokens: 500, completion_tokens: 0 } } });
    const call = (id: string, members: object) => [
      startPart({ projectId: project, id, traceId, startedAt, ...members }),
      endPart({ projectId: project, id, endedAt: startedAt, summary: usage }),
    ];
    const agent = { userId: "key-a", attributes: payload({ user: { id: "mia" } }) };
    await service.calls.write([...call("agent", agent), ...call("llm", { userId: "key-b", parentId: "agent" })]);
    const { groups, totals } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, {
      ...{ project_id: project, after: "2026-11-18T00:00:00Z", before: "2026-11-19T00:00:00Z" },
      groups: [{ by: "svc_user_id" }, { by: "end_user" }],
    });
    const shown = (at: number, value: string) => groups[at]?.values.find((one) => one.value === value)?.cost_usd ?? 0;
    const spentOn = async (of: Partial<BudgetSettingsInput>) =>
      (await readSpend(context(), { projectId: project, settings: settingsOf(of) }, periodAt("day", NOW_MS))).usd;
    expect(totals.cost_usd).toBeCloseTo(0.5, 9);
    expect(await spentOn({})).toBe(totals.cost_usd);
    for (const user of ["key-a", "key-b"]) expect(await spentOn({ scope: "key", value: user })).toBe(shown(0, user));
    expect(await spentOn({ scope: "user", value: "mia" })).toBe(shown(1, "mia"));
  });

  it("is known for each hour of the 28 whole days before", async () => {
    await log(CALLS);
    const days = await readDailySpend(context(), { projectId: project, settings: settingsOf({}) }, NOW_MS);
    expect(days).toHaveLength(28);
    expect(days[27]?.[23]).toBeCloseTo(1, 9);
    expect(days[11]?.[0]).toBeCloseTo(5, 9);
    expect(days.flat().reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(13, 9);
  });
});

describe("a completion", () => {
  it("is refused once the calls of its budget cost the limit, with which, until when, and who can raise it", async () => {
    const { id } = await limit({ limit_usd: 0.5 });
    await log([{ at: "2026-11-18T11:00:00Z", model: "plain", prompt: 499 }]);
    expect((await complete()).response.choices).toBeDefined();
    await log([{ at: "2026-11-18T11:30:00Z", model: "plain", prompt: 1 }]);
    nowMs += 60_000;
    const asked = provider.seen.length;
    const refused = await complete();
    expect(refused).toMatchObject({ response: { budget_id: id }, svc_call_id: null });
    expect(refused.response.error).toBe(
      "The budget “Team” of $0.50 a day is used up: $0.50 is spent. It blocks completions until 2026-11-19 00:00 UTC. " +
        "An admin of the workspace can raise it under Costs → Budgets.",
    );
    const lines = await service.lines("completions.createStream", streamCompletion, requestOf());
    expect(lines).toEqual([{ error: refused.response.error, budget_id: id }]);
    const response = service.ask(
      "completions.responses",
      createResponse,
      { model: "openai/plain", input: "Hi" },
      {
        headers: { "openai-project": project },
      },
    );
    await expect(response).rejects.toThrow(BudgetReachedError);
    expect(provider.seen).toHaveLength(asked);
    nowMs = Date.parse("2026-11-19T00:00:00Z");
    expect((await complete()).response.choices).toBeDefined();
  });

  it("counts itself", async () => {
    nowMs = Date.now();
    await limit({ limit_usd: COMPLETION_USD * 1.5 });
    for (const isRefused of [false, false, true]) {
      const { response } = await complete();
      expect("error" in response).toBe(isRefused);
      nowMs += 60_000;
    }
  });

  it("is refused by the budgets that cover it, and by no other", async () => {
    await log([{ at: "2026-11-18T11:00:00Z", model: "plain", prompt: 1000, userId: "key-test", endUser: "mia" }]);
    const covering = [
      { scope: "model", value: "plain" },
      { scope: "key", value: "key-test" },
      { scope: "user", value: "mia" },
    ] as const;
    for (const of of covering) {
      const { id } = await limit({ ...of, name: of.value });
      nowMs += 60_000;
      expect((await complete(requestOf({}, { user: "mia" }))).response.budget_id).toBe(id);
      await new BudgetRecords(place.state).remove(id);
    }
    await limit({ name: "Other model", scope: "model", value: "dear", limit_usd: 0.01 });
    await limit({ name: "Other user", scope: "user", value: "noa", limit_usd: 0.01 });
    await limit({ name: "Only told", limit_usd: 0.01, blocks: false });
    expect((await complete(requestOf({}, { user: "mia" }))).response.choices).toBeDefined();
  });

  it("that names its user is spend of that end user", async () => {
    await complete(requestOf({}, { user: "mia" }));
    const budget = { projectId: project, settings: settingsOf({ scope: "user", value: "mia" }) };
    const { usd } = await readOwnSpend(context(), budget, periodAt("day", Date.now()));
    expect(usd).toBeCloseTo(COMPLETION_USD, 9);
  });
});
