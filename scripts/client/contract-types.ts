import { nameOf } from "@/clients/typescript/nouns";
import { errorKinds, validationItem } from "@/lib/api/contract/errors/service-error";
import { jsonSchemaOf } from "@/lib/api/contract/open-api";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { clientOperations, clientSchemas, requestSchemas } from "./client-operations";
import { docComment, schemaType } from "./schema-type";

const HEAD = "// Generated from the table of operations.\n";

/** Returns the types of failures, which the package has in place of `clients/typescript/contract-failures.ts`. */
export function failureTypes(): string {
  const codes = errorKinds.filter((kind) => kind !== "signed-out").map((kind) => JSON.stringify(kind));
  return `${HEAD}
/** Every failure between a program and a service. */
export type FailureCode = ${codes.join(" | ")};

/** One member of a request that was not accepted: where it is, and why. */
export type InvalidMember = ${schemaType(jsonSchemaOf(validationItem))};
`;
}

/** Returns the types of operations, which the package has in place of `clients/typescript/contract-nouns.ts`. */
export function nounTypes(): string {
  const references = clientOperations.flatMap((operation) => [
    requestSchemas(operation).bodyReference,
    resultReference(operation),
  ]);
  const schemas = Object.entries(clientSchemas.neededBy(references)).map(
    ([name, schema]) => `${docComment(schema.description)}export type ${name} = ${schemaType(schema)};\n`,
  );
  const nouns = [...new Set(clientOperations.map(({ id }) => nameOf(id)[0]))];
  const members = nouns.map((noun) => {
    const rows = clientOperations.filter(({ id }) => nameOf(id)[0] === noun);
    return `readonly ${noun}: {\n${rows.map(methodType).join("")}};\n`;
  });
  return `${HEAD}import type { InProject } from "./in-project";
import type { Lines } from "./lines";
import type { CallOptions } from "./send";

${schemas.join("\n")}
/** The operations of a service by their nouns. */
export interface Nouns {
${members.join("")}}
`;
}

function resultReference({ result }: Operation) {
  if ("item" in result) return clientSchemas.reference(result.item);
  return "schema" in result ? clientSchemas.reference(result.schema) : null;
}

function methodType(operation: Operation): string {
  const { id, summary } = operation;
  const mark = requestSchemas(operation).needed.length === 0 ? "?" : "";
  const name = nameOf(id)[1];
  return `${docComment(summary)}${name}(request${mark}: ${requestType(operation)}, options?: CallOptions): ${resultType(operation)};\n`;
}

/** The members of the path, the query and the body together. */
function requestType(operation: Operation): string {
  const { params, query, body, bodyReference } = requestSchemas(operation);
  const file = operation.body.kind === "multipart" ? `{ ${operation.body.file}: Blob }` : null;
  const parts = [params, query, ...(bodyReference === null ? [body] : [])].filter(
    ({ properties = {} }) => Object.keys(properties).length > 0,
  );
  const types = [
    ...parts.map(schemaType),
    ...(bodyReference ? [schemaType(bodyReference)] : []),
    ...(file ? [file] : []),
  ];
  return types.length === 0 ? "Record<never, never>" : `InProject<${types.join(" & ")}>`;
}

function resultType(operation: Operation): string {
  const reference = resultReference(operation);
  if (reference === null) return "Promise<Uint8Array>";
  const type = schemaType(reference);
  return operation.result.kind === "jsonl" ? `Lines<${type}>` : `Promise<${type}>`;
}
