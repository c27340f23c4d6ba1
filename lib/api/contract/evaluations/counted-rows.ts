import { z } from "zod";
import { integer } from "@/lib/api/contract/scalars/scalars";
import { type RowPart, rowParts } from "./row-parts";

export const rowsWhere = z.object({
  part: z
    .enum(rowParts)
    .nullish()
    .describe(
      "`held_out`: without the rows that a model of the runs was trained on, where the service knows them; all rows where it knows of none, or where all were trained on. `trained`: only those.",
    ),
  where: z
    .array(z.object({ path: z.string().max(512), value: z.string().max(2048) }))
    .max(10)
    .nullish()
    .describe("Only rows whose member has this value, as text."),
});

const rowSelectionWith = (part: RowPart) =>
  rowsWhere.nullish().describe(`The rows that count. The part defaults to \`${part}\`.`);

/** The rows that figures are computed over. */
export const rowSelection = rowSelectionWith("held_out");

/** The rows that a list has. */
export const listedRows = rowSelectionWith("all");

/** The rows that were counted, of those that the runs have. */
export const countedRows = z.looseObject({
  part: z.enum(rowParts).describe("What was counted: `all` where nothing is held out."),
  counted: integer,
  trained: integer.describe("Rows that a model was trained on, by the lineage of its jobs and runs."),
  all: integer.describe("Rows that match `where`."),
  models: z.array(z.string()).describe("The trained models among those of the runs."),
});

export type RowSelection = z.infer<typeof rowSelection>;
export type CountedRows = z.infer<typeof countedRows>;
