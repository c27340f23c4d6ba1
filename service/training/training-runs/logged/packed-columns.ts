import type { Selectable } from "kysely";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { LoggedColumns, type LoggedRow } from "./logged-columns";

/** The iterations of a run up to a time. */
export interface PackedRun {
  readonly columns: LoggedColumns;
  /** The time of the last update that is in the columns. */
  readonly upTo: string;
  /** When they were read, in milliseconds. */
  readonly readAtMs: number;
}

/** Changes with the layout: packs of another one are not read. */
const LAYOUT = 1;
/** More are not stored; a run with more is read from its rows. 64 MiB. */
const MAX_NUMBERS = 8_000_000;
const BYTES_PER_NUMBER = 8;

type StoredPack = Selectable<StateSchema["packed_iterations"]>;

/** Null for a pack of another layout, or one that is not whole. */
function unpacked(pack: StoredPack): PackedRun | null {
  if (pack.layout !== LAYOUT) return null;
  const rows = JSON.parse(pack.rows) as LoggedRow[];
  const names = JSON.parse(pack.names) as string[];
  // A copy: the bytes of the driver may begin anywhere in their buffer.
  const numbers = new Float64Array(new Uint8Array(pack.numbers).buffer);
  if (numbers.length !== rows.length * names.length) return null;
  return { columns: LoggedColumns.of(rows, names, numbers), upTo: pack.up_to, readAtMs: pack.read_at_ms };
}

/** Returns the packed iterations of a run; null where none are stored. */
export async function readPack(state: ServiceState, runId: string): Promise<PackedRun | null> {
  const pack = await state.selectFrom("packed_iterations").selectAll().where("run_id", "=", runId).executeTakeFirst();
  return pack === undefined ? null : unpacked(pack);
}

/**
 * Stores the iterations of a run as columns of numbers, which are read a hundred times faster than the JSON of its rows.
 * The rows stay what counts: a pack may be missing, or older than they are.
 */
export async function storePack(state: ServiceState, runId: string, { columns, upTo, readAtMs }: PackedRun) {
  const { rows, names } = columns;
  if (rows.length * names.length > MAX_NUMBERS) return;
  const numbers = new Float64Array(rows.length * names.length);
  for (const [at, name] of names.entries()) numbers.set(columns.column(name), at * rows.length);
  const stored = {
    ...{ layout: LAYOUT, up_to: upTo, read_at_ms: readAtMs, rows: JSON.stringify(rows), names: JSON.stringify(names) },
    numbers: Buffer.from(numbers.buffer, 0, numbers.length * BYTES_PER_NUMBER),
  };
  await state
    .insertInto("packed_iterations")
    .values({ run_id: runId, ...stored })
    .onConflict((conflict) => conflict.column("run_id").doUpdateSet(stored))
    .execute();
}
