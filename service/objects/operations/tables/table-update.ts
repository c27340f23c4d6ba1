import type { InputOf } from "@/lib/api/contract/operations";
import { elementsAt, membersAt, sliceAt } from "@/lib/json/scan/json-slices";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { newItem } from "@/service/objects/tables/written-rows";
import type { Handler } from "@/service/traces/handlers/handler";
import type { TableItem } from "@/service/traces/store/tables/table-items";

type Change = InputOf<"table.update">["body"]["updates"][number];

/** Creates a new table by changing a copy of another, step by step. The original is unchanged. */
export const updateTable: Handler<"table.update"> = async ({ body }, { tables, identity, bodyText }) => {
  const { project_id: projectId, base_digest: base, updates } = body;
  const items: TableItem[] | null = await tables.items(projectId, base);
  if (items === null) throw new NotFoundError(`Table ${base.slice(0, 200)} not found`);
  const texts = rowTexts(bodyText);
  const yielder = new EventLoopYielder();
  const touched: string[] = [];
  for (const [index, change] of updates.entries()) {
    touched.push(apply(items, change, texts[index] ?? "", index));
    await yielder.yieldToEventLoop();
  }
  const digest = await tables.write(projectId, identity.userId, items);
  return { digest, updated_row_digests: touched };
};

/** @returns the digest of the row that was added or removed */
function apply(items: TableItem[], change: Change, rowText: string, step: number): string {
  if ("pop" in change) {
    const { index } = change.pop;
    checkIndex(index, items.length - 1, `updates.${step}.pop.index`);
    return items.splice(index, 1)[0]?.digest ?? "";
  }
  const item = newItem(rowText);
  if ("append" in change) items.push(item);
  else {
    const { index } = change.insert;
    checkIndex(index, items.length, `updates.${step}.insert.index`);
    items.splice(index, 0, item);
  }
  return item.digest;
}

function checkIndex(index: number, last: number, place: string): void {
  if (index >= 0 && index <= last) return;
  const range = last < 0 ? "the table is empty" : `valid indexes are 0 to ${last}`;
  throw new InvalidRequestError(`${place}: index ${index} is out of range, ${range}. Nothing was stored.`);
}

/** The text of the row in each update, exactly as sent; empty if an update has none. */
function rowTexts(bodyText: string): string[] {
  const place = sliceAt(bodyText, ["updates"]);
  const updates = place ? (elementsAt(bodyText, place.start) ?? []) : [];
  return updates.map((update) => {
    const members = membersAt(bodyText, update.start);
    const change = members?.get("append") ?? members?.get("insert");
    const row = change && membersAt(bodyText, change.start)?.get("row");
    return row ? bodyText.slice(row.start, row.end) : "";
  });
}
