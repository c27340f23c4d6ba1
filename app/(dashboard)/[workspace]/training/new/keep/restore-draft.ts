import type { RowChoices } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import type { Source, SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { indexesOf } from "@/app/(dashboard)/[workspace]/training/new/draft/row-indexes";
import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import type { RowAddress, StoredChoices, StoredDraft } from "./draft-store";

/** Returns the choices for rows by row address. Choices for rows of a removed source are dropped. */
export function choicesByPosition(
  sources: readonly Pick<Source, "id" | "rows">[],
  { edits, out, moves }: RowChoices,
): Required<Pick<StoredChoices, "edits" | "out" | "moves">> {
  const placed: { edits: [RowAddress, number][]; out: RowAddress[]; moves: [RowAddress, string][] } = {
    edits: [],
    out: [],
    moves: [],
  };
  if (edits.size + out.size + moves.size === 0) return placed;
  const places = sources.map(({ id, rows }) => ({ id, indexes: indexesOf(rows) }));
  const placeOf = (row: TrajectoryRow): RowAddress | null => {
    for (const { id, indexes } of places) {
      const index = indexes.get(row);
      if (index !== undefined) return [id, index];
    }
    return null;
  };
  for (const [row, reward] of edits) {
    const place = placeOf(row);
    if (place) placed.edits.push([place, reward]);
  }
  for (const row of out) {
    const place = placeOf(row);
    if (place) placed.out.push(place);
  }
  for (const [row, group] of moves) {
    const place = placeOf(row);
    if (place) placed.moves.push([place, group]);
  }
  return placed;
}

/** The inverse, for rows that were read again. */
export function rowChoices(
  sources: readonly Pick<Source, "id" | "rows">[],
  { edits, out, moves = [] }: Pick<StoredChoices, "edits" | "out" | "moves">,
): RowChoices {
  const rowsOf = new Map(sources.map(({ id, rows }) => [id, rows]));
  const rowAt = ([id, index]: RowAddress) => rowsOf.get(id)?.[index];
  const found = {
    edits: new Map<TrajectoryRow, number>(),
    out: new Set<TrajectoryRow>(),
    moves: new Map<TrajectoryRow, string>(),
  };
  for (const [place, reward] of edits) {
    const row = rowAt(place);
    if (row) found.edits.set(row, reward);
  }
  for (const place of out) {
    const row = rowAt(place);
    if (row) found.out.add(row);
  }
  for (const [place, group] of moves) {
    const row = rowAt(place);
    if (row) found.moves.set(row, group);
  }
  return found;
}

const INCOMPLETE_MESSAGE = "The page was left while this source was read. Remove it and add it again to load all rows.";
const MISSING_PART_MESSAGE =
  "Part of this source is no longer stored in this browser. Remove it and add it again to load all rows.";

/** Returns the sources as they were when the page was left. Incomplete sources report a failure. */
export function storedSources(
  { sources }: StoredDraft,
  parts: ReadonlyMap<string, readonly SourcePart[]>,
): readonly Source[] {
  return sources.map(({ id, name, isWhole, partCount, failure }) => {
    const own = parts.get(id) ?? [];
    return {
      id,
      name,
      progress: null,
      rows: own.flatMap(({ rows }) => rows),
      groups: own.flatMap(({ groups }) => groups),
      problems: own.flatMap(({ problems }) => problems),
      failure: own.length !== partCount ? MISSING_PART_MESSAGE : isWhole ? failure : INCOMPLETE_MESSAGE,
    };
  });
}
