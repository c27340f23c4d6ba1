import { integer } from "@/lib/api/contract/scalars/scalars";

/** The number of items of a page, at most `maximum`; the service takes `initial` where none is sent. */
export const page = (maximum: number, initial: number) =>
  integer
    .refine((limit) => limit >= 1 && limit <= maximum, { error: `expected 1 to ${maximum}` })
    .nullish()
    .describe(`1 to ${maximum}. Defaults to ${initial}.`);

export const offset = integer.refine((from) => from >= 0, { error: "expected 0 or more" }).nullish();
