import { jsonSchemaOf } from "@/lib/api/contract/open-api";
import type { Operation, RequestBody, ResultBody } from "@/lib/api/contract/operation";
import { allOperations } from "@/lib/api/contract/operations";

interface MemberSchema {
  readonly type?: string;
  readonly anyOf?: readonly MemberSchema[];
  readonly items?: MemberSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly required?: readonly string[];
}

function typeName(schema: MemberSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" \\| ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(" \\| ");
  if (schema.type === "array") return `array of ${typeName(schema.items ?? {})}`;
  return schema.type ?? "any";
}

function bounds({ minimum, maximum }: MemberSchema): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isBounded ? `${minimum} to ${maximum}` : "";
}

function notes(schema: MemberSchema, isRequired: boolean): string {
  const parts = [
    isRequired ? "required" : "",
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    bounds(schema),
    schema.description ?? "",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

function memberTable(schema: MemberSchema): string[] {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return [];
  const rows = members.map(
    ([name, member]) =>
      `| \`${name}\` | ${typeName(member)} | ${notes(member, schema.required?.includes(name) ?? false)} |`,
  );
  return ["| member | type | |", "| --- | --- | --- |", ...rows, ""];
}

function requestLines(body: RequestBody): string[] {
  if (body.kind === "json") return ["Body:", "", ...memberTable(jsonSchemaOf(body.schema))];
  if (body.kind === "json-stream")
    return ["Body, passed on as a stream:", "", ...memberTable(jsonSchemaOf(body.schema))];
  if (body.kind === "multipart") {
    return [
      `Body: multipart/form-data with the file \`${body.file}\` and`,
      "",
      ...memberTable(jsonSchemaOf(body.fields)),
    ];
  }
  return [];
}

function resultLines(result: ResultBody): string[] {
  if (result.kind === "json") return ["Answer:", "", ...memberTable(jsonSchemaOf(result.schema))];
  if (result.kind === "jsonl") return ["Answer: JSONL, each line:", "", ...memberTable(jsonSchemaOf(result.item))];
  return ["Answer: bytes.", ""];
}

function parameterLines(heading: string, schema: MemberSchema): string[] {
  const table = memberTable(schema);
  return table.length > 0 ? [heading, "", ...table] : [];
}

function operationLines(operation: Operation): string[] {
  const { id, title, summary, method, path, aliases, auth, effect, standing, gaps } = operation;
  const facts = [standing, effect, auth === "none" ? "no credential" : `${auth} authentication`];
  return [
    `### ${title}`,
    "",
    `\`${method} ${path}\` · \`${id}\` · ${facts.join(" · ")}`,
    "",
    summary,
    "",
    ...(aliases.length > 0 ? [`Also at ${aliases.map((alias) => `\`${alias}\``).join(", ")}.`, ""] : []),
    ...parameterLines("Path:", jsonSchemaOf(operation.params)),
    ...parameterLines("Query:", jsonSchemaOf(operation.query)),
    ...requestLines(operation.body),
    ...resultLines(operation.result),
    ...(gaps.length > 0 ? [`Decided in spec-gaps.md: ${gaps.map((gap) => `\`${gap}\``).join(", ")}.`, ""] : []),
  ];
}

/** docs/contract.md, from the operations table. */
export function contractDocument(): string {
  const core = allOperations.filter(({ standing }) => standing === "core");
  const extensions = allOperations.filter(({ standing }) => standing === "extension");
  return [
    "# The contract",
    "",
    "Written from the operations table by `npm run verify -- --write`; do not edit it. Null stands for absent wherever a",
    "member may be null. Unknown members of a request are ignored, unknown members of an answer are kept.",
    "",
    "## Core: what every service offers",
    "",
    ...core.flatMap(operationLines),
    "## Extensions: detected, never assumed",
    "",
    ...extensions.flatMap(operationLines),
  ].join("\n");
}
