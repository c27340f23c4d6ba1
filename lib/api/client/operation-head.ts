import type { OperationId, operations } from "@/lib/api/contract/operations";
import type { OperationHead } from "./row-client";

type Operations = typeof operations;

type FormOf<Id extends OperationId> = `${Operations[Id]["method"]} ${Operations[Id]["body"]["kind"]}`;

/** The operations that are not sent as JSON with POST. */
type OtherId = { [Id in OperationId]: FormOf<Id> extends "POST json" ? never : Id }[OperationId];

/** Method and kind of the body: a request does not wait for its row. The compiler compares them with the rows. */
const OTHER_FORMS: { readonly [Id in OtherId]: FormOf<Id> } = {
  "annotationQueues.read": "GET none",
  "annotationQueues.update": "PUT json",
  "annotationQueues.delete": "DELETE none",
  "annotationQueues.removeItem": "DELETE none",
  "obj.addTags": "PUT json",
  "obj.setAliases": "PUT json",
  "tags.list": "GET none",
  "aliases.list": "GET none",
  "completions.models": "GET none",
  "completions.providers": "GET none",
  "trainingJobs.create": "POST json-stream",
  "trainingJobs.read": "GET none",
  "trainingJobs.events": "GET none",
  "models.delete": "DELETE none",
  "models.log": "POST json-stream",
  "models.checkpoints": "GET none",
  "models.deleteCheckpoints": "DELETE json",
  "models.base": "GET none",
  "file.create": "POST multipart",
  "otel.exportTraces": "POST media",
  "otel.exportLogs": "POST media",
  "otel.exportMetrics": "POST media",
  health: "GET none",
  "storage.read": "GET none",
  "storage.sizes": "GET none",
  serverInfo: "GET none",
  "projects.list": "GET none",
  "keys.list": "GET none",
  "providers.list": "GET none",
};

const formOf: ReadonlyMap<OperationId, FormOf<OperationId>> = new Map(
  Object.entries(OTHER_FORMS) as [OtherId, FormOf<OtherId>][],
);

/** Returns the method of an operation and the kind of its body. */
export function headOf<Id extends OperationId>(id: Id): OperationHead<Id> {
  const [method, kind] = (formOf.get(id) ?? "POST json").split(" ") as [
    OperationHead<Id>["method"],
    OperationHead<Id>["body"]["kind"],
  ];
  return { id, method, body: { kind } };
}
