import type { RequestOf } from "@/lib/api/contract/operations";

/** The inputs of a completion, as defined by the contract. */
export type Inputs = RequestOf<"completions.create">["inputs"];
