import { jsonSchemaOf } from "@/lib/api/contract/open-api";
import type { Operation, RequestBody, ResultBody } from "@/lib/api/contract/operation/operation";
import { type OperationGroup, operationGroups } from "@/lib/api/contract/operation-groups";
import { headingId } from "./heading-id";

interface MemberSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly MemberSchema[];
  readonly oneOf?: readonly MemberSchema[];
  readonly $ref?: string;
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

/** The alternatives of a schema, or the schema itself when it has none. */
function alternatives(schema: MemberSchema): readonly MemberSchema[] {
  const branches = schema.anyOf ?? schema.oneOf;
  return branches ? branches.flatMap(alternatives) : [schema];
}

function typeName(schema: MemberSchema): string {
  const branches = alternatives(schema);
  if (branches.length > 1) return [...new Set(branches.map(typeName))].join(" \\| ");
  if (schema.$ref) return "operand";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" \\| ");
  if (schema.type === "array") return `array of ${typeName(schema.items ?? {})}`;
  return typeof schema.type === "string" ? schema.type : (schema.type?.join(" \\| ") ?? "any");
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

/** Deeper members are defined by the sender or by a query expression. */
const MAX_MEMBER_DEPTH = 4;

function memberRows(schema: MemberSchema, prefix: string, depth: number): string[] {
  if (depth > MAX_MEMBER_DEPTH) return [];
  return alternatives(schema).flatMap((branch) => {
    if (branch.type === "array") return memberRows(branch.items ?? {}, `${prefix}[]`, depth);
    const required = branch.required ?? [];
    return Object.entries(branch.properties ?? {}).flatMap(([name, member]) => {
      const path = prefix === "" ? name : `${prefix}.${name}`;
      const row = `| \`${path}\` | ${typeName(member)} | ${notes(member, required.includes(name))} |`;
      return name.startsWith("$") ? [row] : [row, ...memberRows(member, path, depth + 1)];
    });
  });
}

function memberTable(schema: MemberSchema): string[] {
  const rows = [...new Set(memberRows(schema, "", 0))];
  return rows.length === 0 ? [] : ["| member | type | |", "| --- | --- | --- |", ...rows, ""];
}

function requestLines(body: RequestBody): string[] {
  if (body.kind === "json") return ["Body:", "", ...memberTable(jsonSchemaOf(body.schema))];
  if (body.kind === "json-stream") return ["Body, streamed:", "", ...memberTable(jsonSchemaOf(body.schema))];
  if (body.kind === "multipart") {
    return [
      `Body: multipart/form-data with the file \`${body.file}\` and`,
      "",
      ...memberTable(jsonSchemaOf(body.fields)),
    ];
  }
  if (body.kind === "media") {
    const types = body.types.map((type) => `\`${type}\``).join(" or ");
    return [
      `Body: ${types}, optionally compressed with gzip, deflate or zstd. Its JSON form is described in OpenAPI.`,
      "",
      ...parameterLines("Headers:", jsonSchemaOf(body.headers)),
    ];
  }
  return [];
}

function resultLines(result: ResultBody): string[] {
  if (result.kind === "json") return ["Response:", "", ...memberTable(jsonSchemaOf(result.schema))];
  if (result.kind === "jsonl") return ["Response: JSONL, each line:", "", ...memberTable(jsonSchemaOf(result.item))];
  if (result.kind === "media")
    return ["Response, in the media type of the request:", "", ...memberTable(jsonSchemaOf(result.schema))];
  return ["Response: bytes.", ""];
}

function parameterLines(heading: string, schema: MemberSchema): string[] {
  const table = memberTable(schema);
  return table.length > 0 ? [heading, "", ...table] : [];
}

const gapLink = (gap: string): string => `[${gap}](../../develop/spec-gaps.md#${gap})`;

function operationLines(operation: Operation): string[] {
  const { id, title, summary, method, path, aliases, auth, effect, scope, standing, audience, gaps } = operation;
  const credential = auth === "none" ? "no authentication" : `${auth} authentication`;
  const permission = scope === null ? [] : [`keys need the permission ${scope}`];
  const facts = [standing, effect, audience === "dashboard" ? "dashboard only" : credential, ...permission];
  return [
    `## ${title}`,
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
    ...(gaps.length > 0 ? [`What the interface leaves open here: ${gaps.map(gapLink).join(", ")}.`, ""] : []),
  ];
}

/** Where the documents of the contract are. */
export const CONTRACT_FOLDER = "docs/log/contract/";

const fileOf = ({ name }: OperationGroup): string => `${name.toLowerCase().replaceAll(" ", "-")}.md`;

/** The operations of a subject: those that every service has, then the others. */
function operationsOf({ rows }: OperationGroup): readonly Operation[] {
  const all = rows.flatMap((table) => Object.values(table));
  return all.toSorted((a, b) => Number(b.standing === "core") - Number(a.standing === "core"));
}

function subjectDocument(group: OperationGroup): string {
  const { name, description } = group;
  const head = [
    `# ${name}`,
    "",
    `${description} Part of [the contract](README.md), which says what applies to all.`,
    "",
  ];
  return [...head, ...operationsOf(group).flatMap(operationLines)].join("\n");
}

function indexLines(group: OperationGroup): string[] {
  const file = fileOf(group);
  const rows = operationsOf(group).map(
    ({ title, method, path, standing }) =>
      `| [${title}](${file}#${headingId(title)}) | \`${method} ${path}\` | ${standing} |`,
  );
  const heads = ["| operation | request | |", "| --- | --- | --- |"];
  return [`## [${group.name}](${file})`, "", group.description, "", ...heads, ...rows, ""];
}

const INTRODUCTION = `# The contract

Every operation of a service, one file for each subject. Every service has the **core** operations; a service is asked for the
**extensions**, which are never assumed. The same as OpenAPI is at \`/openapi.json\` of the service.

Null means absent wherever a member may be null. Unknown members of a request are ignored, unknown members of a response
are kept. These files are generated from the operations table by \`npm run verify -- --write\`; do not edit them.
`;

/** Returns the documents of the contract by their paths: one for each subject, and their index. */
export function contractDocuments(): Readonly<Record<string, string>> {
  const subjects = operationGroups.map(
    (group) => [`${CONTRACT_FOLDER}${fileOf(group)}`, subjectDocument(group)] as const,
  );
  const index = [INTRODUCTION, ...operationGroups.flatMap(indexLines)].join("\n");
  return { ...Object.fromEntries(subjects), [`${CONTRACT_FOLDER}README.md`]: index };
}
