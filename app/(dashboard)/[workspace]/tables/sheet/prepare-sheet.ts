import type { DiscoveredField } from "@/app/(dashboard)/[workspace]/tables/stream/field-discovery";
import { type JsonPathSegments, pathText } from "@/lib/json/value/json-path";
import type { ValueKind } from "@/lib/json/value/value-kind";

export const INDEX_ID = "#";
export const DIGEST_ID = "@digest";

/** The type shown on the right of a header. */
type ColumnType = ValueKind | "mixed";

/** One column of the sheet. */
export interface SheetColumn {
  /** The path as text; {@link INDEX_ID} and {@link DIGEST_ID} for the row number and the digest. */
  readonly id: string;
  /** Inside the row's value; null for the row number and the digest. */
  readonly path: JsonPathSegments | null;
  readonly label: string;
  /** Id of the group that contains it; null for a column outside groups. */
  readonly group: string | null;
  readonly type: ColumnType;
  readonly isNumeric: boolean;
  /** The name by which the service sorts; null when it cannot be written with dots. */
  readonly sortField: string | null;
  readonly width: number;
  /** True for a list, or an object whose group is folded: it can be expanded into columns. */
  readonly canExpand: boolean;
}

/** A header over several columns: an object, or an expanded list. */
export interface SheetGroup {
  readonly id: string;
  readonly label: string;
  /** `{6}` for an object with six members, `{list}` for a list. */
  readonly note: string;
  readonly isFolded: boolean;
}

export interface SheetView {
  /** Ids of folded groups, which are one column. */
  readonly folded: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  /** Ids of frozen columns, in addition to the row number. */
  readonly frozen: ReadonlySet<string>;
  /** Columns that the user moved to the front, in this order; absent: original order. */
  readonly order?: readonly string[];
}

export interface SheetModel {
  /** Frozen columns first. */
  readonly columns: readonly SheetColumn[];
  readonly frozenCount: number;
  /** All columns, including hidden ones, in the order of the sheet. */
  readonly all: readonly SheetColumn[];
  /** Ids of all columns in their original order. */
  readonly found: readonly string[];
  readonly groups: ReadonlyMap<string, SheetGroup>;
}

const MIN_WIDTH_PX = 64;
const MAX_WIDTH_PX = 240;
const CHARACTER = 6.6;
const PADDING = 20;

const indexColumn: SheetColumn = {
  id: INDEX_ID,
  path: null,
  label: "#",
  group: null,
  type: "int",
  isNumeric: true,
  sortField: null,
  width: 72,
  canExpand: false,
};

const digestColumn: SheetColumn = {
  ...indexColumn,
  id: DIGEST_ID,
  label: "digest",
  type: "str",
  isNumeric: false,
  width: 96,
};

/** Returns the columns for the fields of the rows, in the user's arrangement. */
export function prepareSheet(root: DiscoveredField, view: SheetView): SheetModel {
  const groups = new Map<string, SheetGroup>();
  const found = [indexColumn, digestColumn];
  if (hasOwnValue(root, false)) found.push(leafColumn(root, null, "val", false));
  for (const field of root.below.values()) {
    const id = pathText(field.path);
    if (!isGroup(field)) {
      found.push(leafColumn(field, null, id, false));
      continue;
    }
    const isFolded = view.folded.has(id);
    groups.set(id, { id, label: id, note: groupNote(field), isFolded });
    if (isFolded) found.push(leafColumn(field, id, "all", true));
    else pushLeaves(field, id, found);
  }
  const all = inChosenOrder(found, view.order ?? []);
  const isFrozen = (column: SheetColumn) => column.id === INDEX_ID || view.frozen.has(column.id);
  const shown = all.filter((column) => column.id === INDEX_ID || !view.hidden.has(column.id));
  const frozen = shown.filter(isFrozen);
  const columns = [...frozen, ...shown.filter((column) => !isFrozen(column))];
  return { columns, frozenCount: frozen.length, all, found: found.map(({ id }) => id), groups };
}

/** Orders columns: those that are named first, then the others in their original order; `#` is always first. */
function inChosenOrder(columns: readonly SheetColumn[], order: readonly string[]): readonly SheetColumn[] {
  if (order.length === 0) return columns;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: SheetColumn) => (id === INDEX_ID ? -1 : (places.get(id) ?? order.length));
  return columns.toSorted((left, right) => placeOf(left) - placeOf(right));
}

function isGroup(field: DiscoveredField): boolean {
  return field.below.size > 0 && !field.isKeyedByData;
}

function groupNote(field: DiscoveredField): string {
  return field.kinds.has("list") && !field.kinds.has("dict") ? "{list}" : `{${field.below.size}}`;
}

/** Returns true when a field has values besides objects with members: a list, a text, an empty object. */
function hasOwnValue(field: DiscoveredField, hasColumnsBelow: boolean): boolean {
  return [...field.kinds].some((kind) =>
    hasColumnsBelow || field.path.length === 0 ? kind !== "dict" && kind !== "null" : true,
  );
}

function pushLeaves(field: DiscoveredField, group: string, all: SheetColumn[]): void {
  const hasColumnsBelow = isGroup(field);
  if (hasOwnValue(field, hasColumnsBelow)) {
    const inside = pathText(field.path.slice(1));
    all.push(leafColumn(field, group, inside === "" ? "all" : inside, false));
  }
  if (!hasColumnsBelow) return;
  for (const below of field.below.values()) pushLeaves(below, group, all);
}

function leafColumn(field: DiscoveredField, group: string | null, label: string, isFolded: boolean): SheetColumn {
  const type = columnType(field.kinds);
  const isNumeric = type === "int" || type === "num";
  const heading = label.length * CHARACTER + (isNumeric ? 40 : 56);
  const isNested = isFolded || field.kinds.has("list") || field.kinds.has("dict");
  const content = isNested ? 152 : field.meanLength * CHARACTER + PADDING;
  const width = Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, content, Math.min(heading, 180))));
  return {
    id: field.path.length === 0 ? "val" : pathText(field.path),
    path: field.path,
    label,
    group,
    type,
    isNumeric,
    sortField: sheetSortField(field.path),
    width,
    canExpand: isFolded || field.kinds.has("list"),
  };
}

function columnType(kinds: ReadonlySet<ValueKind>): ColumnType {
  const present = [...kinds].filter((kind) => kind !== "null");
  const [only] = present;
  if (only === undefined) return "null";
  if (present.length === 1) return only;
  return present.every((kind) => kind === "int" || kind === "num") ? "num" : "mixed";
}

/** The service's name of a path: parts joined by dots, list positions as numbers. */
export function sheetSortField(path: JsonPathSegments): string | null {
  const parts = path.map(String);
  const canBeSaid = parts.length > 0 && parts.every((part) => part.trim() !== "" && !part.includes("."));
  return canBeSaid ? parts.join(".") : null;
}

/** A run of adjacent columns under one group's header, or of columns without a group. */
export interface GroupRun {
  readonly group: string | null;
  readonly start: number;
  readonly count: number;
}

/** Returns the group headers over these columns. */
export function groupRuns(columns: readonly SheetColumn[]): readonly GroupRun[] {
  const runs: { group: string | null; start: number; count: number }[] = [];
  for (const [index, { group }] of columns.entries()) {
    const last = runs.at(-1);
    if (last && last.group === group) last.count += 1;
    else runs.push({ group, start: index, count: 1 });
  }
  return runs;
}
