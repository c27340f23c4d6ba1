import { costRecord } from "@/lib/api/contract/costs/costs";
import { pageOf } from "@/service/kernel/checks/page-limits";
import type { Handler } from "@/service/traces/handlers/handler";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { recordQuery } from "@/service/traces/store/expression/record-query";
import { costRecords, selectCostField } from "@/service/traces/store/prices/cost-fields";

const members = Object.keys(costRecord.shape);
const times: ReadonlySet<string> = new Set(["effective_date", "created_at"]);

/** Returns the prices that a project set itself. Members that were not requested are null. */
export const queryCosts: Handler<"cost.query"> = async ({ body }, { store, signal }) => {
  const fields = body.fields?.length ? [...new Set(body.fields)] : members;
  const query = recordQuery(
    costRecords,
    { projectId: body.project_id, query: body.query, sortBy: body.sort_by, ...pageOf(body) },
    () => fields.map(selectCostField),
  );
  const rows = await store.read<Record<string, string | number | null>>({ ...query, signal });
  const nothing = Object.fromEntries(members.map((member) => [member, null]));
  return { results: rows.map((row) => ({ ...nothing, ...withWireTimes(row) })) };
};

function withWireTimes(row: Readonly<Record<string, string | number | null>>) {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, times.has(name) && typeof value === "string" ? toWireTime(value) : value]),
  );
}
