import type { ASTNode, OperationDefinitionNode, SelectionSetNode, ValueNode } from "graphql";
import { isJsonObject } from "@/lib/guard/json-object";
import { DEFAULT_ENTITY, type Identity } from "@/service/kernel/access/identity";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { packageOnUse } from "@/service/kernel/packages/package-on-use";
import type { Handler } from "@/service/traces/handlers/handler";

const graphql = packageOnUse<typeof import("graphql")>("graphql");

type Variables = Readonly<Record<string, unknown>>;
type Arguments = Readonly<Record<string, unknown>>;

/** A tree of results; a function is a field that takes arguments. Fields that are missing here are null. */
interface GraphqlResult {
  readonly [field: string]: unknown;
}

function entity(name: unknown): GraphqlResult {
  return { id: `entity:${String(name)}`, name, available: true, isTeam: false };
}

function project(entityName: unknown, name: unknown): GraphqlResult {
  return { id: `project:${String(entityName)}/${String(name)}`, name, entityName, entity: entity(entityName) };
}

/** Projects exist without being created first, so every requested project exists. */
function graphqlFields(identity: Identity): GraphqlResult {
  const upserted = ({ input }: Arguments): GraphqlResult => {
    const { entityName = DEFAULT_ENTITY, name } = (input ?? {}) as Arguments;
    return { inserted: false, model: project(entityName, name), project: project(entityName, name) };
  };
  return {
    viewer: {
      id: identity.userId,
      username: identity.name,
      email: null,
      entity: DEFAULT_ENTITY,
      defaultEntity: entity(DEFAULT_ENTITY),
      flags: "{}",
      teams: { edges: [] },
    },
    entity: ({ name }: Arguments) => entity(name),
    project: ({ name, entityName = DEFAULT_ENTITY }: Arguments) => project(entityName, name),
    model: ({ name, entityName = DEFAULT_ENTITY }: Arguments) => project(entityName, name),
    upsertModel: upserted,
    upsertProject: upserted,
    serverInfo: { cliVersionInfo: "{}", latestLocalVersionInfo: null },
  };
}

function argumentValue(node: ValueNode, variables: Variables): unknown {
  const { Kind } = graphql();
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables[node.name.value];
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, argumentValue(value, variables)]));
    case Kind.LIST:
      return node.values.map((value) => argumentValue(value, variables));
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    default:
      return node.value;
  }
}

/** Picks the fields of a selection from the tree. Fragments are not followed: these clients send none. */
function select(tree: GraphqlResult, selections: SelectionSetNode, variables: Variables): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const node of selections.selections) {
    if (node.kind !== graphql().Kind.FIELD) continue;
    const given = (node.arguments ?? []).map(({ name, value }) => [name.value, argumentValue(value, variables)]);
    const named: Arguments = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null));
    const field = Object.hasOwn(tree, node.name.value) ? tree[node.name.value] : null;
    const value: unknown = typeof field === "function" ? (field as (named: Arguments) => unknown)(named) : field;
    picked[(node.alias ?? node.name).value] =
      isJsonObject(value) && node.selectionSet ? select(value, node.selectionSet, variables) : value;
  }
  return picked;
}

function isOperation(node: ASTNode): node is OperationDefinitionNode {
  return node.kind === graphql().Kind.OPERATION_DEFINITION;
}

/**
 * Answers the queries that the Python client sends before it logs: the current user, whether a project exists, creating
 * it. Unknown fields are null, as an older server would answer them.
 */
export const handleGraphql: Handler<"graphql"> = async ({ body }, { identity }) => {
  const { GraphQLError, parse } = graphql();
  try {
    const operation = parse(body.query).definitions.find(isOperation);
    if (!operation) throw new InvalidRequestError("The query contains no operation.");
    return { data: select(graphqlFields(identity), operation.selectionSet, body.variables ?? {}) };
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidRequestError(error.message);
    throw error;
  }
};
