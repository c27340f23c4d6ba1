import type { z } from "zod";
import type { ListAddress, VersionFilters } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { objsQuery } from "@/lib/api/contract/objects/objects";
import type { ObjectKey } from "@/lib/object/object-key";

/** A query for versions, without its page. */
export type VersionsRequest = Omit<z.input<typeof objsQuery>, "limit" | "offset">;

type VisibleColumns = Pick<ListAddress, "sizes" | "values" | "sort"> & {
  /** Only when the service is known to support tags and aliases. */
  readonly hasMarks: boolean;
};

/**
 * Returns the query of the list, sorted by the service; versions of one object newest first. Contents are only included
 * when requested.
 */
export function listRequest(projectId: string, filters: VersionFilters & VisibleColumns): VersionsRequest {
  const { sort } = filters;
  return {
    project_id: projectId,
    filter: {
      ...(filters.base.length > 0 && { base_object_classes: [...filters.base] }),
      ...(filters.leaf.length > 0 && { leaf_object_classes: [...filters.leaf] }),
      ...(filters.ids.length > 0 && { object_ids: [...filters.ids] }),
      ...(filters.not.length > 0 && { exclude_base_object_classes: [...filters.not] }),
      ...(filters.tags.length > 0 && { tags: [...filters.tags] }),
      ...(filters.aliases.length > 0 && { aliases: [...filters.aliases] }),
      ...(filters.kind !== null && { is_op: filters.kind === "op" }),
      ...(filters.latest && { latest_only: true }),
    },
    sort_by: [
      { field: sort.field, direction: sort.direction },
      ...(sort.field === "object_id" ? [{ field: "created_at", direction: "desc" as const }] : []),
    ],
    metadata_only: !filters.values,
    include_storage_size: filters.sizes,
    ...(filters.hasMarks && { include_tags_and_aliases: true }),
  };
}

/**
 * Returns the query for all versions with the name of an object. The interface has no filter for the kind, and a
 * service may reject one: versions of another kind are dropped after reading.
 */
export function versionsRequest(
  projectId: string,
  { id }: ObjectKey,
  areSizesShown: boolean,
  hasMarks: boolean,
): VersionsRequest {
  return {
    project_id: projectId,
    filter: { object_ids: [id] },
    sort_by: [{ field: "created_at", direction: "desc" }],
    metadata_only: true,
    include_storage_size: areSizesShown,
    ...(hasMarks && { include_tags_and_aliases: true }),
  };
}

/** The number of active filters of the service, which an empty list mentions. */
export function filterCount(filters: VersionFilters & Pick<ListAddress, "q" | "offset">): number {
  const { q, base, leaf, ids, not, tags, aliases, kind, latest, offset } = filters;
  const lists = [base, leaf, ids, not, tags, aliases].map((list) => list.length > 0);
  return [q !== "", ...lists, kind !== null, latest, offset > 0].filter(Boolean).length;
}
