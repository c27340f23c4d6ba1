import type { OperationId } from "@/lib/api/contract/operations";
import type { Handler } from "./handler";

/** Operations of the table that the embedded service does not offer yet; asking for one is a 404. */
type NotOffered = "trainingJobs.create" | "models.log" | "models.checkpoints" | "trainingJobs.events";

/** One handler for each operation that is offered: a missing one does not compile. */
export type Handlers = { readonly [Id in Exclude<OperationId, NotOffered>]: Handler<Id> };
