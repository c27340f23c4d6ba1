import pino from "pino";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type BudgetSettingsInput, budgetSave } from "@/lib/api/contract/costs/budgets";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { ConflictError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { Leases } from "@/service/kernel/state/leases";
import { Seal } from "@/service/kernel/state/seal";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { WebhookSender } from "@/service/watches/channels/webhook-sender";
import { TestReceiver } from "@/service/watches/testing/test-receiver";
import { Watches } from "@/service/watches/watches";
import { BudgetWarnings } from "./budget-warnings";
import { Budgets } from "./budgets";

const BEGIN_MS = Date.parse("2026-11-18T09:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };

let service: TestService;
let place: TemporaryState;
let receiver: TestReceiver;
let watches: Watches;
let leases: Leases;
let budgets: Budgets;
let projects = 0;
let project: string;
let nowMs = BEGIN_MS;

beforeAll(async () => {
  service = await sharedTestService();
  place = await openTemporaryState();
  receiver = await TestReceiver.start();
  leases = await Leases.open(place.state, { log, durationMs: 30_000 });
  watches = openWatches();
  budgets = new Budgets(place.state, () => nowMs);
});

beforeEach(async () => {
  projects += 1;
  project = `demo/told-budgets-${projects}`;
  nowMs = BEGIN_MS;
  receiver.received.length = 0;
  const price = { prompt_token_cost: 0.01, completion_token_cost: 0, effective_date: "2025-01-01T00:00:00Z" };
  await service.ask("cost.create", createCosts, { project_id: project, costs: { plain: price } });
});

afterAll(async () => {
  await watches.close();
  await leases.close();
  await receiver.stop();
  await place.remove();
});

function openWatches(): Watches {
  const policy = new AddressPolicy({
    ...{ HEDDLE_CONNECTION_POLICY: "self-hosted", HEDDLE_CONNECTION_ALLOW: [], PORT: 7700, HEDDLE_URL: undefined },
    publicUrl: "http://localhost:7700",
  });
  const { state } = place;
  const address = (projectId: string, path: string) => `https://heddle.example/${projectId}/${path}`;
  const warnings = new BudgetWarnings({ state, services: service.services, log, address });
  return new Watches({
    ...{ state, seal: new Seal(Buffer.alloc(32, 7)), services: service.services, leases, log, address },
    ...{ sender: new WebhookSender(policy), link: () => null, now: () => nowMs },
    judgeOthers: (atMs, signal) => warnings.judge(atMs, signal),
  });
}

const context = () => ({ ...service.services, signal: new AbortController().signal });

/** Stores a call that costs an amount of dollars, some hours after the beginning. */
async function spend(usd: number, hours = 0): Promise<void> {
  const call = { projectId: project, id: uuid7() };
  const startedAt = engineTimeOf((BEGIN_MS + hours * HOUR_MS) * 1000);
  const usage = { plain: { requests: 1, prompt_tokens: Math.round(usd * 100), completion_tokens: 0 } };
  await service.calls.write([
    startPart({ ...call, startedAt }),
    endPart({ ...call, endedAt: startedAt, summary: payload({ usage }) }),
  ]);
}

async function channel(): Promise<string> {
  const given = { project_id: project, name: "Pager", kind: "webhook", url: receiver.url };
  return (await watches.channels.save(channelSave.parse(given), (url) => watches.sender.check(url))).id;
}

const save = (members: Partial<BudgetSettingsInput> = {}, id: string | null = null) => {
  const settings = { name: "Team", scope: "project", period: "day", limit_usd: 10, ...members };
  return budgets.save(context(), budgetSave.parse({ project_id: project, budget_id: id, settings }), identity);
};

/** Judges and sends at a time after the beginning. */
async function at(hours: number): Promise<void> {
  nowMs = BEGIN_MS + hours * HOUR_MS;
  await watches.judge();
  await watches.send();
}

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const told = () => receiver.received.map(({ body }) => (JSON.parse(body) as Told).data);

it("tells its channels once at the warning and once at the limit of each period, across a restart", async () => {
  const { id } = await save({ channel_ids: [await channel()] });
  await spend(7.99);
  await at(0.1);
  expect(told()).toEqual([]);
  await spend(0.01);
  await at(0.2);
  await at(0.3);
  expect(told()).toMatchObject([
    {
      ...{ name: "Budget Team", budget_id: id, value: 8, sentence: "$8.00: 80% of $10.00 a day is spent" },
      url: `https://heddle.example/${project}/r/budget/${id}`,
    },
  ]);
  await watches.close();
  watches = openWatches();
  await at(0.4);
  expect(told()).toHaveLength(1);
  await spend(3);
  await at(0.5);
  await at(0.6);
  expect(told().map(({ sentence }) => sentence)).toEqual([
    "$8.00: 80% of $10.00 a day is spent",
    "$11.00: all of $10.00 a day is spent, completions that it covers are blocked",
  ]);
  // Past its limit at once: the warning would say less.
  await spend(12, 24);
  await at(24.5);
  expect(told()).toHaveLength(3);
  const { notifications } = await watches.notifications.list({ projectId: project, userId: "ada" });
  expect(notifications.map((one) => [one.budget_id, one.watch_id, one.run_id, one.name, one.kind])).toEqual(
    Array.from({ length: 3 }, () => [id, null, null, "Team", "firing"]),
  );
});

it("tells of a raised limit anew, and of nothing while it is only observed below it", async () => {
  const settings = { channel_ids: [await channel()], blocks: false };
  const { id } = await save(settings);
  await spend(10);
  await at(0.1);
  await save({ ...settings, limit_usd: 20 }, id);
  await at(0.2);
  expect(told().map(({ sentence }) => sentence)).toEqual(["$10.00: all of $10.00 a day is spent"]);
  await spend(6);
  await at(0.3);
  expect(told().map(({ sentence }) => sentence)[1]).toBe("$16.00: 80% of $20.00 a day is spent");
});

it("is told once by two services that look at the same moment", async () => {
  await save({ channel_ids: [await channel()] });
  await spend(11);
  const parts = { state: place.state, services: service.services, log, address: () => null };
  const { signal } = new AbortController();
  await Promise.all([1, 2].map(() => new BudgetWarnings(parts).judge(BEGIN_MS, signal)));
  await at(0);
  expect(told()).toHaveLength(1);
});

it("shows its spend, what of it can be blocked, and where the period is expected to end", async () => {
  for (let day = 1; day <= 10; day += 1) await spend(4 + (day % 2), -24 * day);
  await spend(3);
  const { forecast, ...status } = await save({ period: "day", limit_usd: 6, warn_percent: 50 });
  expect(status).toMatchObject({
    ...{ state: "warned", spent_usd: 3, blockable_usd: 0, unpriced_tokens: 0, history_days: 10 },
    ...{ from: "2026-11-18T00:00:00.000Z", until: "2026-11-19T00:00:00.000Z", created_by: "ada" },
  });
  // Of each earlier day 4 or 5 dollars were spent from this hour on.
  expect(forecast?.usd).toBeCloseTo(7.5, 6);
  expect(forecast?.low).toBeLessThan(7.5);
  nowMs += DAY_MS;
  const [next] = await budgets.list(context(), project);
  expect(next).toMatchObject({ state: "ok", spent_usd: 0, history_days: 11 });
});

it("needs a name of its own, channels of its project, and an id that exists", async () => {
  await save();
  await expect(save()).rejects.toThrow(ConflictError);
  await expect(save({ name: "Other", channel_ids: ["no such channel"] })).rejects.toThrow(NotFoundError);
  await expect(save({}, "no such budget")).rejects.toThrow("Budget no such budget not found");
  const model = { scope: "model", value: "" } as const;
  expect(() => save({ name: "Model", ...model })).toThrow("Enter the model or user");
});

it("forgets a deleted channel, and is deleted with what it told", async () => {
  const channelId = await channel();
  const { id } = await save({ channel_ids: [channelId] });
  await spend(11);
  await at(0);
  await watches.removeChannel(project, channelId);
  expect((await budgets.list(context(), project))[0]?.settings.channel_ids).toEqual([]);
  await budgets.remove(project, id);
  expect(await budgets.list(context(), project)).toEqual([]);
  expect((await watches.notifications.list({ projectId: project, userId: "ada" })).notifications).toEqual([]);
});
