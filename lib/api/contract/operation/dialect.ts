import type { z } from "zod";
import { isJsonObject } from "@/lib/guard/json-object";
import type { Operation } from "./operation";

/** `svc`: the names of the interface. `wb`: the names that public servers and their SDKs send. */
export type Dialect = "svc" | "wb";

/** Interface name → public name. Only members are renamed, never stored user data. */
const PUBLIC_NAMES: ReadonlyMap<string, string> = new Map([
  ["svc_user_id", "wb_user_id"],
  ["svc_user_ids", "wb_user_ids"],
  ["svc_run_id", "wb_run_id"],
  ["svc_run_ids", "wb_run_ids"],
  ["svc_run_step", "wb_run_step"],
  ["svc_run_step_end", "wb_run_step_end"],
  ["svc_call_id", "weave_call_id"],
]);

const INTERFACE_NAMES: ReadonlyMap<string, string> = new Map([...PUBLIC_NAMES].map(([ours, theirs]) => [theirs, ours]));

/** The places where a schema declares members with two spellings; free-form objects inside it are never entered. */
interface NamePlan {
  readonly members: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, NamePlan>;
  readonly items: NamePlan | null;
}

const planCache = new WeakMap<z.ZodType, NamePlan | null>();

function mergePlans(plans: readonly (NamePlan | null)[]): NamePlan | null {
  const present = plans.filter((plan) => plan !== null);
  const [first] = present;
  if (first === undefined || present.length === 1) return first ?? null;
  const names = new Set(present.flatMap((plan) => [...plan.children.keys()]));
  const children = new Map<string, NamePlan>();
  for (const name of names) {
    const child = mergePlans(present.map((plan) => plan.children.get(name) ?? null));
    if (child) children.set(name, child);
  }
  return {
    members: new Set(present.flatMap((plan) => [...plan.members])),
    children,
    items: mergePlans(present.map((plan) => plan.items)),
  };
}

function planOf(schema: z.ZodType): NamePlan | null {
  const known = planCache.get(schema);
  if (known !== undefined) return known;
  planCache.set(schema, null);
  const plan = createNamePlan(schema);
  planCache.set(schema, plan);
  return plan;
}

/** The parts of zod's description of a schema that a plan is built from. */
interface SchemaShape {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly out?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

function createNamePlan(schema: z.ZodType): NamePlan | null {
  const def = schema.def as SchemaShape;
  if (def.shape) {
    const members = new Set(Object.keys(def.shape).filter((name) => PUBLIC_NAMES.has(name)));
    const children = new Map<string, NamePlan>();
    for (const [name, member] of Object.entries(def.shape)) {
      const child = planOf(member);
      if (child) children.set(name, child);
    }
    return members.size + children.size > 0 ? { members, children, items: null } : null;
  }
  if (def.element) {
    const items = planOf(def.element);
    return items && { members: new Set(), children: new Map(), items };
  }
  if (def.options) return mergePlans(def.options.map(planOf));
  const inner = def.innerType ?? def.out;
  return inner ? planOf(inner) : null;
}

type Members = Record<string, unknown>;

/** Walks the declared part of a value and changes its members; undeclared parts are kept by reference. */
function changeNames(value: unknown, plan: NamePlan | null, change: (members: Members, name: string) => void): unknown {
  if (!plan) return value;
  if (Array.isArray(value)) return plan.items ? value.map((item) => changeNames(item, plan.items, change)) : value;
  if (!isJsonObject(value)) return value;
  const changed: Members = { ...value };
  for (const [name, child] of plan.children) {
    if (name in changed) changed[name] = changeNames(changed[name], child, change);
  }
  for (const name of plan.members) change(changed, name);
  return changed;
}

function rename(members: Members, from: string, to: string): void {
  if (!(from in members)) return;
  const value = members[from];
  delete members[from];
  if (!(to in members) || members[to] === null) members[to] = value;
}

/** Replaces public names by the interface's, wherever the schema declares such a member. */
export function readNames(schema: z.ZodType, value: unknown): unknown {
  return changeNames(value, planOf(schema), (members, name) => rename(members, PUBLIC_NAMES.get(name) ?? name, name));
}

/** Adds the public spelling beside each declared member, so that clients of either dialect find theirs. */
export function writeBothNames(schema: z.ZodType, value: unknown): unknown {
  return changeNames(value, planOf(schema), (members, name) => {
    if (name in members) members[PUBLIC_NAMES.get(name) ?? name] = members[name];
  });
}

function renamePath(path: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof path !== "string") return path;
  const [head = "", ...rest] = path.split(".");
  return [names.get(head) ?? head, ...rest].join(".");
}

function renameFieldsIn(operand: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(operand)) return operand.map((item) => renameFieldsIn(item, names));
  if (!isJsonObject(operand) || "$literal" in operand) return operand;
  return Object.fromEntries(
    Object.entries(operand).map(([key, item]) => [
      key,
      key === "$getField" ? renamePath(item, names) : renameFieldsIn(item, names),
    ]),
  );
}

/** Field names are text in `query`, `sort_by`, `columns` and `fields`. */
function renameFieldText(body: Members, names: ReadonlyMap<string, string>): Members {
  const changed = { ...body };
  if (isJsonObject(changed.query)) changed.query = renameFieldsIn(changed.query, names);
  if (Array.isArray(changed.sort_by)) {
    changed.sort_by = changed.sort_by.map((key: unknown) =>
      isJsonObject(key) ? { ...key, field: renamePath(key.field, names) } : key,
    );
  }
  for (const member of ["columns", "fields"]) {
    const list = changed[member];
    if (Array.isArray(list)) changed[member] = list.map((path) => renamePath(path, names));
  }
  return changed;
}

/** The interface sorts tables by `order`, public servers by `direction`. */
function writeTableOrder(body: Members, dialect: Dialect): Members {
  if (!Array.isArray(body.sort_by)) return body;
  const sortBy = body.sort_by.map((key: unknown) => {
    if (!isJsonObject(key)) return key;
    const { order, direction, ...rest } = key;
    return { ...rest, [dialect === "wb" ? "direction" : "order"]: order ?? direction ?? "asc" };
  });
  return { ...body, sort_by: sortBy };
}

function bodySchema(operation: Operation): z.ZodType | null {
  return operation.body.kind === "json" ? operation.body.schema : null;
}

/** Converts the names of a client's request, in either dialect, to the interface's names. */
export function readRequestNames(operation: Operation, body: unknown): unknown {
  const schema = bodySchema(operation);
  if (!schema) return body;
  const renamed = readNames(schema, body);
  return isJsonObject(renamed) ? renameFieldText(renamed, INTERFACE_NAMES) : renamed;
}

/** Converts a request in the interface's names to the names that a service of this dialect reads. */
export function writeRequestNames(operation: Operation, body: unknown, dialect: Dialect): unknown {
  const schema = bodySchema(operation);
  if (!schema || !isJsonObject(body)) return body;
  const isTable = operation.id === "table.query" || operation.id === "table.queryStream";
  const ordered = isTable ? writeTableOrder(body, dialect) : body;
  if (dialect === "svc") return ordered;
  const renamed = changeNames(ordered, planOf(schema), (members, name) =>
    rename(members, name, PUBLIC_NAMES.get(name) ?? name),
  );
  return isJsonObject(renamed) ? renameFieldText(renamed, PUBLIC_NAMES) : renamed;
}
