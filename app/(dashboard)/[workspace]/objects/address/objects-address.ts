import type { ObjectKey } from "@/lib/object/object-key";
import type { Sort } from "@/lib/table/sort";

/** The tabs of a version's details, as in the address. */
export const objectTabs = ["diff", "content", "figures", "used", "use", "raw"] as const;

export type ObjectTab = (typeof objectTabs)[number];

/** The filter of the requested versions. */
export interface VersionFilters {
  /** Base classes. */
  readonly base: string[];
  /** Own classes. */
  readonly leaf: string[];
  readonly ids: string[];
  /** Excluded base classes. */
  readonly not: string[];
  readonly tags: string[];
  readonly aliases: string[];
  readonly kind: "op" | "object" | null;
  readonly latest: boolean;
}

/** How the list shows objects. */
export interface ListAddress extends VersionFilters {
  readonly q: string;
  readonly view: "objects" | "versions";
  readonly sort: Sort;
  readonly sizes: boolean;
  /** True when the list shows the beginning of each value, which requires reading the values. */
  readonly values: boolean;
  /** Maximum number of listed versions; null for all. */
  readonly limit: number | null;
  readonly offset: number;
}

/** The object and versions that are shown and compared. */
export interface ChosenVersions {
  readonly object: ObjectKey | null;
  /** A digest, `latest`, `v` and a number, or an alias; the latest when absent. */
  readonly version: string | null;
  readonly a: string | null;
  readonly b: string | null;
}

/** How the selected version, or the comparison, is shown. */
export interface DetailAddress extends ChosenVersions {
  readonly tab: ObjectTab | null;
  readonly layout: "split" | "unified";
  /** The compared part; by default the source of ops and the structure of objects. */
  readonly as: "json" | "text" | null;
  readonly raw: "whole" | "metadata";
}

/** All state of the page that is in the address. */
export interface ObjectsAddress extends ListAddress, DetailAddress {}

/** A change of the address; null resets a part to its default. */
export type AddressChange = { readonly [Name in keyof ObjectsAddress]?: ObjectsAddress[Name] | null };
