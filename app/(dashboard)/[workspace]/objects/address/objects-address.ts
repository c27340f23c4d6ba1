import type { ObjectKey } from "@/lib/object/object-key";
import type { Sort } from "@/lib/table/sort";

/** The parts of a version's details, as they stand in the address. */
export const objectTabs = ["diff", "content", "used", "use", "raw"] as const;

export type ObjectTab = (typeof objectTabs)[number];

/** Which versions are asked of the service. */
export interface VersionFilters {
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
}

/** What the list shows. */
export interface ListAddress extends VersionFilters {
  readonly q: string;
  readonly view: "objects" | "versions";
  readonly sort: Sort;
  readonly sizes: boolean;
  /** The list shows the beginning of each value, which is then read. */
  readonly values: boolean;
  /** Most versions that are listed; null for all. */
  readonly limit: number | null;
  readonly offset: number;
}

/** Which versions of which object are shown and compared. */
export interface ChosenVersions {
  readonly object: ObjectKey | null;
  /** A digest, `latest`, `v` and a number, or an alias; the latest when absent. */
  readonly version: string | null;
  readonly a: string | null;
  readonly b: string | null;
}

/** How the chosen version, or the comparison, is shown. */
export interface DetailAddress extends ChosenVersions {
  readonly tab: ObjectTab | null;
  readonly layout: "split" | "unified";
  /** What is compared; the source of ops and the structure of objects when absent. */
  readonly as: "json" | "text" | null;
  readonly raw: "whole" | "metadata";
}

/** Everything that stands in the address of the page. */
export interface ObjectsAddress extends ListAddress, DetailAddress {}

/** A change of the address; null takes a part away, so that its default counts. */
export type AddressChange = { readonly [Name in keyof ObjectsAddress]?: ObjectsAddress[Name] | null };
