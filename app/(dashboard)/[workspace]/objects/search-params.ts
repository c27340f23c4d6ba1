import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { objectTabs } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { parseAsSort } from "@/components/table/sort-param";
import { type ObjectKey, objectKeyText, parseObjectKey } from "@/lib/object/object-key";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "created_at", direction: "desc" };

const parseAsObjectKey = createParser<ObjectKey>({
  parse: parseObjectKey,
  serialize: objectKeyText,
  eq: (left, right) => left.kind === right.kind && left.id === right.id,
});

const names = parseAsArrayOf(parseAsString).withDefault([]);

/** All state that changes what is shown is in the address; the values are an `ObjectsAddress`. */
export const objectsParams = {
  q: parseAsString.withDefault(""),
  view: parseAsStringLiteral(["objects", "versions"] as const).withDefault("objects"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  base: names,
  leaf: names,
  ids: names,
  not: names,
  tags: names,
  aliases: names,
  kind: parseAsStringLiteral(["op", "object"] as const),
  latest: parseAsBoolean.withDefault(false),
  sizes: parseAsBoolean.withDefault(true),
  values: parseAsBoolean.withDefault(false),
  limit: parseAsInteger,
  offset: parseAsInteger.withDefault(0),
  object: parseAsObjectKey,
  version: parseAsString,
  a: parseAsString,
  b: parseAsString,
  tab: parseAsStringLiteral(objectTabs),
  layout: parseAsStringLiteral(["split", "unified"] as const).withDefault("split"),
  as: parseAsStringLiteral(["json", "text"] as const),
  raw: parseAsStringLiteral(["whole", "metadata"] as const).withDefault("whole"),
};
