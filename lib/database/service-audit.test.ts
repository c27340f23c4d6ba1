import { afterEach, beforeEach, expect, it } from "vitest";
import type { AppDatabase } from "./app-database";
import { listAudit } from "./audit";
import { checkAuditChain } from "./audit-chain";
import { recordServiceAudit } from "./service-audit";
import { openTemporaryDatabase } from "./testing/temporary-database";

let database: AppDatabase;
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ database, remove } = await openTemporaryDatabase());
});

afterEach(() => remove());

const entry = (id: string) => ({
  id,
  at: "2026-11-29T12:00:00.000Z",
  event: "calls.deleted",
  user_id: "ada",
  target: `key ci ${id}`,
  is_allowed: true,
  request_id: "r",
});

it("records what keys did once, in the chain, also when the service returns it again", async () => {
  await recordServiceAudit(database, [entry("1"), entry("2")]);
  await recordServiceAudit(database, [entry("1"), entry("2"), entry("3")]);
  const { entries } = await listAudit(database, { limit: 9 });
  expect(entries.map(({ target, at, actorId }) => [target, at, actorId])).toEqual(
    ["3", "2", "1"].map((id) => [`key ci ${id}`, "2026-11-29T12:00:00.000Z", "ada"]),
  );
  expect(await checkAuditChain(database)).toMatchObject({ entries: 3, problem: null });
});
