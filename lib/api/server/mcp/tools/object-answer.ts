import { z } from "zod";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { cutOutput } from "./shared-input";
import { tableRow } from "./table-rows";
import { versionFigures } from "./version-figures";

const versionRow = z.object({
  object_id: z.string(),
  kind: z.string(),
  type: z.string().nullable(),
  version: z.string().describe("vN"),
  digest: z.string(),
  created_at: z.string(),
  is_latest: z.boolean(),
  labels: z.array(z.string()).describe("Tags, and aliases besides latest."),
  figures: versionFigures.nullable().describe("Of its calls; null unless figures is set, or without calls."),
});

/** What the tool `objects` answers. */
export const objectsOutput = z.object({
  versions: z.array(versionRow).describe("The newest version of each object, or all versions of one."),
  next_offset: z.number().int().nullable(),
  value: z
    .object({ text: z.string(), from: z.number().int(), to: z.number().int(), length: z.number().int() })
    .nullable()
    .describe("JSON text of the version that was read."),
  rows: z.array(tableRow).describe("Of the table that rows_of names."),
  row_count: z.number().nullable(),
  diff: z.string().nullable().describe("Changes from compare_with (-) to version (+)."),
  url: z.string(),
  cut: cutOutput,
});

export type ObjectsOutput = z.input<typeof objectsOutput>;

/** Of an answer that is not about rows. */
export const NO_ROWS = { rows: [], row_count: null };

export type VersionRow = z.infer<typeof versionRow>;

/** Returns a version without its value. */
export function versionRowOf(version: ObjectVersion): VersionRow {
  return {
    object_id: version.object_id,
    kind: version.kind,
    type: version.leaf_object_class ?? version.base_object_class ?? null,
    version: `v${version.version_index}`,
    digest: version.digest,
    created_at: version.created_at,
    is_latest: version.is_latest === 1,
    labels: [...(version.tags ?? []), ...(version.aliases ?? [])].filter((label) => label !== "latest"),
    figures: null,
  };
}
