import { z } from "zod";

const MAX_MAPPED_COLUMNS = 50;

/** A name that can be in braces in a prompt. */
const name = z
  .string()
  .max(500)
  .regex(/^[^\s[\]{}!:.][^[\]{}!:.]*$/, { error: "Use a name without dots, colons, braces and brackets" });

/** The columns that names in prompts and scorers stand for. */
export const columnMap = z
  .record(name, name)
  .refine((map) => Object.keys(map).length <= MAX_MAPPED_COLUMNS, { error: `At most ${MAX_MAPPED_COLUMNS} columns` })
  .refine((map) => !Object.hasOwn(map, "output"), { error: "output is the answer, not a column", path: ["output"] })
  .describe("Columns that names in prompts and scorers stand for, by name: {user_input: question}.");

export type ColumnMap = z.output<typeof columnMap>;

const UNKNOWN_COLUMN = "No row has the column ";

/** The message about a name in a prompt or a scorer that is not a column, and is not mapped to one. */
export const unknownColumnMessage = (column: string): string => `${UNKNOWN_COLUMN}${column}`;

/** Returns the name in a message of {@link unknownColumnMessage}; null for other messages. */
export const unknownColumnIn = (message: string): string | null =>
  message.startsWith(UNKNOWN_COLUMN) ? message.slice(UNKNOWN_COLUMN.length) : null;
