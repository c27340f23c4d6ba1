import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { type ObjectKey, objectKeyText, parseObjectKey } from "@/components/object/object-key";
import { parseAsSort } from "@/components/table/sort-param";
import type { Sort } from "@/lib/table/sort";

export const DEFAULT_SORT: Sort = { field: "created_at", direction: "desc" };

const parseAsObjectKey = createParser<ObjectKey>({
  parse: parseObjectKey,
  serialize: objectKeyText,
  eq: (left, right) => left.kind === right.kind && left.id === right.id,
});

/** The parts of a version's details, as they stand in the address. */
export const objectTabs = ["diff", "content", "used", "use", "raw"] as const;

export type ObjectTab = (typeof objectTabs)[number];

const names = parseAsArrayOf(parseAsString).withDefault([]);

/** Everything that changes what is shown stands in the address. */
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

/** The values of {@link objectsParams}. */
export interface ObjectsParams {
  readonly q: string;
  readonly view: "objects" | "versions";
  readonly sort: Sort;
  /** Base classes. */
  readonly base: string[];
  /** Classes by their own names. */
  readonly leaf: string[];
  readonly ids: string[];
  /** Base classes that are left out. */
  readonly not: string[];
  readonly tags: string[];
  readonly aliases: string[];
  readonly kind: "op" | "object" | null;
  readonly latest: boolean;
  readonly sizes: boolean;
  /** The list shows the beginning of each value, which is then read. */
  readonly values: boolean;
  /** Most versions that are listed; null for all. */
  readonly limit: number | null;
  readonly offset: number;
  readonly object: ObjectKey | null;
  /** A digest, `latest`, `v` and a number, or an alias; the latest when absent. */
  readonly version: string | null;
  readonly a: string | null;
  readonly b: string | null;
  readonly tab: ObjectTab | null;
  readonly layout: "split" | "unified";
  /** What is compared; the source of ops and the structure of objects when absent. */
  readonly as: "json" | "text" | null;
  readonly raw: "whole" | "metadata";
}
