import { expect, it } from "vitest";
import { exportFields } from "@/app/(dashboard)/[workspace]/traces/bulk/calls-export-format";
import { skeletonColumns } from "@/lib/calls/calls-request";
import { callFields, columnIdOf, isSorted, memberOf, readFields } from "@/lib/calls/field-table";
import { withScoreColumns } from "./traces-columns";

const columns = withScoreColumns([]);
const headings = exportFields("everything", []).map(({ name }) => name);

/** Members of calls that every answer has, and payloads, which rows load as they are shown. */
const NOT_REQUESTED = ["op_name", "trace_id", "started_at", "inputs", "output", "attributes"];

const withColumn = callFields.filter(({ column }) => column !== undefined);

it.each(withColumn.map((field) => [field.name, field] as const))(
  "the field %s has its column, its place in the sort and the members that its rows need",
  (_name, field) => {
    const column = columns.find(({ id }) => id === columnIdOf(field));
    expect(column).toMatchObject({ label: field.column });
    expect(column?.sortField).toBe(isSorted(field) ? field.path : undefined);
    expect([...skeletonColumns, ...NOT_REQUESTED]).toContain(memberOf(field));
    const [, exported] = exportFields("shown", [columnIdOf(field)]);
    expect(exported?.name).toBe(field.path.split(".").at(-1));
  },
);

it("has no column without a field", () => {
  expect(columns.map(({ id }) => id).sort()).toEqual(withColumn.map(columnIdOf).sort());
});

it("writes each field to a file under the last part of its path, but the source, which calls do not say", () => {
  const expected = readFields.map(({ path }) => path.split(".").at(-1));
  expect([...headings].sort()).toEqual([...expected, "op_ref"].sort());
});
