import { SOURCE_OPS } from "@/lib/api/contract/completions/completion-source";

/** The op name that official clients give a completion created by the service. */
export const COMPLETION_OP_NAME = "weave.completions_create";

/** The op name of the stored calls of responses. */
export const RESPONSES_OP = "weave.responses_create";

/** The ops of the calls that this service stores of what it requests from providers: their spend can be blocked. */
export const COMPLETION_OPS = [COMPLETION_OP_NAME, RESPONSES_OP, ...Object.values(SOURCE_OPS)];
