import type { OperationId } from "@/lib/api/contract/operations";
import type { Handler } from "./handler";

/** One handler for each operation: a missing one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
