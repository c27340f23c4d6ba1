import type { RowValue } from "@/service/traces/store/engine/row-encoder";
import { type CallColumn, type CallRow, callColumns } from "./call-parts";

/**
 * A dump repeats most of the call's inputs and output. Stored, it is what it does not repeat, after a header that says
 * where which bytes of the two belong: `MARK`, then for each of `MAX_REPEATS` a letter and three numbers: its place among
 * the other bytes, and where its bytes begin and how many they are. Any bytes may be repeated, also half a character.
 * A dump without the mark, which is none of JSON's characters, is stored as it is.
 */
const MARK = 0x02;
const MAX_REPEATS = 4;
const NUMBER_DIGITS = 9;
const REPEAT_BYTES = 1 + 3 * NUMBER_DIGITS;
const HEADER_BYTES = 1 + MAX_REPEATS * REPEAT_BYTES;

/** Fewer repeated bytes are not worth looking for. */
const MIN_REPEATED = 64;
const ANCHOR_BYTES = 32;
/** A range whose middle is not repeated is halved this many times. */
const MAX_HALVINGS = 2;
const MIN_DUMP_BYTES = 256;
/** Comparing longer ones would hold up other requests. */
const MAX_DUMP_BYTES = 8 * 1024 ** 2;

interface Repeat {
  readonly source: "i" | "o";
  /** In the inputs or the output. */
  readonly from: number;
  readonly length: number;
  /** In the dump. */
  readonly at: number;
}

/** Returns a dump as it is stored in the row of a call with these inputs and this output. */
export function shortDump(dump: RowValue, inputs: RowValue, output: RowValue): RowValue {
  const whole = bytesOf(dump);
  if (whole.length < MIN_DUMP_BYTES || whole.length > MAX_DUMP_BYTES) return dump;
  const repeats: Repeat[] = [];
  for (const [source, value] of [["i", inputs] as const, ["o", output] as const]) {
    const bytes = bytesOf(value);
    findRepeats(whole, source, { bytes, from: 0, to: bytes.length, halvings: 0 }, repeats);
  }
  return repeats.length === 0
    ? dump
    : withoutRepeats(
        whole,
        repeats.toSorted((one, other) => one.at - other.at),
      );
}

function bytesOf(value: RowValue): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Buffer.from(typeof value === "string" ? value : "");
}

/** A range of the inputs or the output. */
interface SourceRange {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly halvings: number;
}

/** Finds the bytes in the middle of the range in the dump, and all that is the same around them; then what is beside. */
function findRepeats(dump: Buffer, source: Repeat["source"], range: SourceRange, found: Repeat[]): void {
  const { bytes, from, to, halvings } = range;
  if (to - from < MIN_REPEATED || found.length >= MAX_REPEATS) return;
  const middle = from + ((to - from - ANCHOR_BYTES) >> 1);
  const anchor = dump.indexOf(bytes.subarray(middle, middle + ANCHOR_BYTES));
  const free = anchor < 0 ? null : freeRange(dump, anchor, found);
  if (free === null) {
    if (halvings >= MAX_HALVINGS) return;
    findRepeats(dump, source, { bytes, from, to: middle, halvings: halvings + 1 }, found);
    findRepeats(dump, source, { bytes, from: middle, to, halvings: halvings + 1 }, found);
    return;
  }
  const shift = anchor - middle;
  const begin = middle - sameBefore(bytes, middle, dump, anchor, Math.min(middle - from, anchor - free.from));
  const after = middle + ANCHOR_BYTES;
  const end = after + sameAfter(bytes, after, dump, after + shift, Math.min(to - after, free.to - after - shift));
  if (end - begin >= MIN_REPEATED) found.push({ source, from: begin, length: end - begin, at: begin + shift });
  findRepeats(dump, source, { bytes, from, to: begin, halvings }, found);
  findRepeats(dump, source, { bytes, from: end, to, halvings }, found);
}

/** Returns the range around an anchor that no other repeat has; null when one has a part of the anchor. */
function freeRange(dump: Buffer, anchor: number, found: readonly Repeat[]): { from: number; to: number } | null {
  const free = { from: 0, to: dump.length };
  for (const { at, length } of found) {
    if (at + length <= anchor) free.from = Math.max(free.from, at + length);
    else if (at >= anchor + ANCHOR_BYTES) free.to = Math.min(free.to, at);
    else return null;
  }
  return free;
}

/** Equal bytes are compared this many at a time by a call of the platform, and the last ones one by one. */
const STEP = 256;

/** Returns how many bytes from two places on are the same, up to a limit. */
function sameAfter(one: Buffer, from: number, other: Buffer, at: number, limit: number): number {
  let same = 0;
  while (limit - same >= STEP) {
    const [begin, otherBegin] = [from + same, at + same];
    if (one.compare(other, otherBegin, otherBegin + STEP, begin, begin + STEP) !== 0) break;
    same += STEP;
  }
  while (same < limit && one[from + same] === other[at + same]) same += 1;
  return same;
}

/** Returns how many bytes before two places are the same, up to a limit. */
function sameBefore(one: Buffer, to: number, other: Buffer, at: number, limit: number): number {
  let same = 0;
  while (limit - same >= STEP) {
    const [end, otherEnd] = [to - same, at - same];
    if (one.compare(other, otherEnd - STEP, otherEnd, end - STEP, end) !== 0) break;
    same += STEP;
  }
  while (same < limit && one[to - same - 1] === other[at - same - 1]) same += 1;
  return same;
}

function withoutRepeats(dump: Buffer, repeats: readonly Repeat[]): Buffer {
  const repeated = repeats.reduce((sum, { length }) => sum + length, 0);
  const stored = Buffer.allocUnsafe(HEADER_BYTES + dump.length - repeated);
  stored[0] = MARK;
  let to = HEADER_BYTES;
  let at = 0;
  for (let number = 0; number < MAX_REPEATS; number += 1) {
    const repeat = repeats[number];
    if (repeat !== undefined) to += dump.copy(stored, to, at, repeat.at);
    const header = 1 + number * REPEAT_BYTES;
    stored[header] = (repeat?.source ?? "-").charCodeAt(0);
    writeDigits(stored, header + 1, to - HEADER_BYTES);
    writeDigits(stored, header + 1 + NUMBER_DIGITS, repeat?.from ?? 0);
    writeDigits(stored, header + 1 + 2 * NUMBER_DIGITS, repeat?.length ?? 0);
    if (repeat !== undefined) at = repeat.at + repeat.length;
  }
  dump.copy(stored, to, at);
  return stored;
}

function writeDigits(to: Buffer, from: number, value: number): void {
  let rest = value;
  for (let at = from + NUMBER_DIGITS - 1; at >= from; at -= 1) {
    to[at] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** Returns SQL for the whole dump of a row of `call_rows`. @param column writes the name of a column */
export function wholeDumpSql(column: (name: "otel_dump" | "inputs" | "output") => string): string {
  const dump = column("otel_dump");
  const number = (repeat: number, member: number) =>
    `toUInt32OrZero(substring(${dump}, ${3 + repeat * REPEAT_BYTES + member * NUMBER_DIGITS}, ${NUMBER_DIGITS}))`;
  const bytesFrom = (repeat: number, letter: Repeat["source"], source: "inputs" | "output") => {
    const isSource = `substring(${dump}, ${2 + repeat * REPEAT_BYTES}, 1) = '${letter}'`;
    return `substring(${column(source)}, ${number(repeat, 1)} + 1, if(${isSource}, ${number(repeat, 2)}, 0))`;
  };
  const pieces: string[] = [];
  let before = "0";
  for (let repeat = 0; repeat < MAX_REPEATS; repeat += 1) {
    const place = number(repeat, 0);
    pieces.push(`substring(${dump}, ${HEADER_BYTES + 1} + ${before}, ${place} - ${before})`);
    pieces.push(bytesFrom(repeat, "i", "inputs"), bytesFrom(repeat, "o", "output"));
    before = place;
  }
  pieces.push(`substring(${dump}, ${HEADER_BYTES + 1} + ${before})`);
  return `if(startsWith(${dump}, '\\x0${MARK}'), concat(${pieces.join(", ")}), ${dump})`;
}

const placeOf = (column: CallColumn) => callColumns.findIndex(({ name }) => name === column);
const DUMP_AT = placeOf("otel_dump");
const INPUTS_AT = placeOf("inputs");
const OUTPUT_AT = placeOf("output");

/** Returns the values of a complete call's row with its dump as it is stored. An open row has the whole dump. */
export function withShortDump(row: CallRow): RowValue[] {
  const values: RowValue[] = [...row];
  values[DUMP_AT] = shortDump(row[DUMP_AT] ?? "", row[INPUTS_AT] ?? "", row[OUTPUT_AT] ?? "");
  return values;
}
