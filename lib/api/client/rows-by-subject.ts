import { unreadable } from "./request-failure";

/** The first word of an operation's id: `calls` of `calls.streamQuery`. */
type SubjectOf<Id extends string> = Id extends `${infer Subject}.${string}` ? Subject : Id;

type Rows<Row> = Readonly<Record<string, Row>>;

/** The functions that load the rows of each subject. */
export type RowLoaders<Id extends string, Row> = Readonly<Record<SubjectOf<Id>, () => Promise<readonly Rows<Row>[]>>>;

/**
 * Loads the row of an operation with the rows of its subject: the whole table, with the library that checks its
 * schemas, is larger than most pages.
 *
 * @throws RequestFailure when the dashboard does not deliver it
 */
export async function loadRow<Row>(
  loaders: Readonly<Record<string, () => Promise<readonly Rows<Row>[]>>>,
  id: string,
): Promise<Row> {
  const [subject = id] = id.split(".", 1);
  const load = loaders[subject];
  if (load === undefined) throw new Error(`No operation ${id}`);
  const tables = await load().catch(() => {
    throw unreadable(id, "A part of the dashboard could not be loaded.");
  });
  const row = tables.map((rows) => rows[id]).find((found) => found !== undefined);
  if (row === undefined) throw new Error(`No operation ${id}`);
  return row;
}
