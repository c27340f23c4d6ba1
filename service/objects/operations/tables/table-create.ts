import { elementsAt, sliceAt } from "@/lib/json/scan/json-slices";
import { checkExpectedDigest } from "@/service/kernel/checks/expected-digest";
import { tableDigest } from "@/service/kernel/json/digest";
import { newItems } from "@/service/objects/tables/written-rows";
import type { Handler } from "@/service/traces/handlers/handler";

/** Stores rows as a table. The same rows in the same order are the same table. */
export const createTable: Handler<"table.create"> = async ({ body }, { tables, identity, bodyText }) => {
  const place = sliceAt(bodyText, ["table", "rows"]);
  const items = await newItems(bodyText, place ? (elementsAt(bodyText, place.start) ?? []) : []);
  const rowDigests = items.map((item) => item.digest);
  checkExpectedDigest(body.table.expected_digest, tableDigest(rowDigests));
  const digest = await tables.write(body.table.project_id, identity.userId, items);
  return { digest, row_digests: rowDigests };
};
