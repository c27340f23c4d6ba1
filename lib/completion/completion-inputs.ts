import type { RequestOf } from "@/lib/api/contract/operations";

/** The inputs of a completion, as the contract has them. */
export type Inputs = RequestOf<"completions.create">["inputs"];
