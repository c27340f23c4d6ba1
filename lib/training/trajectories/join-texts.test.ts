import { afterEach, expect, test, vi } from "vitest";
import { TrajectoryCollector, type TrajectoryRow } from "./collect-trajectories";
import { joinTexts, UnreadableRowError } from "./join-texts";
import { readTrainingValue } from "./read-value";

afterEach(() => vi.restoreAllMocks());

function rowsOf(count: number, source = "a"): readonly TrajectoryRow[] {
  const collector = new TrajectoryCollector(source);
  for (let index = 0; index < count; index += 1) {
    const value = { messages: [{ role: "user", content: `Größe ${source} ${index}` }] };
    for (const group of readTrainingValue(value, `${source}, line ${index + 1}`).groups) collector.add(group);
  }
  return collector.flush().rows;
}

const whole = (row: TrajectoryRow) => row.blob.slice(row.start, row.end).text();

/** Each row as a member of a list, in the given order. */
function listOf(rows: readonly TrajectoryRow[]): (string | TrajectoryRow)[] {
  return ["[", ...rows.flatMap((row, index) => [index === 0 ? "{" : ",{", row]), "]"];
}

test.each([1, 100, 16_000_000])("joins rows of several sources in any order, in pieces of %i bytes", async (most) => {
  const [first, second] = [rowsOf(20), rowsOf(20, "b")];
  const mixed = first.flatMap((row, index) => [second[19 - index] ?? row, row]);
  const pieces = await joinTexts(listOf(mixed), undefined, most);
  const expected = await Promise.all(mixed.map(async (row) => JSON.parse(await whole(row))));
  expect(JSON.parse(await new Blob(pieces).text())).toEqual(expected);
});

test("reads neighbouring rows at once, so that a browser does not register a blob for each", async () => {
  const rows = rowsOf(1000);
  const slice = vi.spyOn(Blob.prototype, "slice");
  const pieces = await joinTexts(listOf(rows), undefined);
  expect(pieces).toHaveLength(1);
  expect(slice).toHaveBeenCalledTimes(1);
});

test("names the first row that can no longer be read", async () => {
  const rows = rowsOf(3);
  vi.spyOn(Blob.prototype, "slice").mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")),
  } as unknown as Blob);
  const joined = joinTexts(listOf(rows), undefined);
  await expect(joined).rejects.toThrow(UnreadableRowError);
  await expect(joined).rejects.toThrow("a, line 1: the trajectory can no longer be read");
});

test("stops between two reads", async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(joinTexts(listOf(rowsOf(3)), stop.signal)).rejects.toThrow(DOMException);
});
