import type { MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import { objectIdOf, type Publisher, publishObject } from "@/service/evaluation/evaluation-runs/stored/publish";
import { storeScorer } from "@/service/evaluation/evaluation-runs/stored/publish-evaluation";
import type { StoredMonitor } from "./monitor-records";

type Operand = Readonly<Record<string, unknown>>;

/** The lists of a calls filter, and the fields that they compare with. */
const LIST_FIELDS = {
  parent_ids: "parent_id",
  trace_ids: "trace_id",
  call_ids: "id",
  thread_ids: "thread_id",
  turn_ids: "turn_id",
  svc_user_ids: "wb_user_id",
  svc_run_ids: "wb_run_id",
} as const;

const field = (name: string): Operand => ({ $getField: name });
const isOneOf = (name: string, values: readonly string[]): Operand => ({
  $in: [field(name), values.map((value) => ({ $literal: value }))],
});

/** Returns the condition besides ops, in the only form that a Monitor object has: an expression. */
function queryOf({ filter, query }: MonitorSettings): Operand | null {
  const lists = Object.entries(LIST_FIELDS).flatMap(([list, name]) => {
    const values = filter[list as keyof typeof LIST_FIELDS] ?? [];
    return values.length > 0 ? [isOneOf(name, values)] : [];
  });
  const roots: Operand[] = filter.trace_roots_only ? [{ $eq: [field("parent_id"), { $literal: null }] }] : [];
  const all = [...(query ? [query.$expr] : []), ...lists, ...roots];
  if (all.length === 0) return null;
  return { $expr: all.length === 1 ? all[0] : { $and: all } };
}

/** Ops by name are all versions of an op of the project. */
const opRef = (projectId: string, name: string) =>
  name.startsWith("weave:///") ? name : `weave:///${projectId}/op/${name}:*`;

/** Publishes the scorers of a monitor, and the monitor as an object of the official clients' class. */
export async function publishMonitor(
  publisher: Publisher,
  settings: MonitorSettings,
  isOn: boolean,
): Promise<StoredMonitor> {
  const scorers = [];
  for (const scorer of settings.scorers) scorers.push(await storeScorer(publisher, scorer));
  const name = objectIdOf(settings.name);
  const ref = await publishObject(publisher, name, {
    _type: "Monitor",
    name,
    description: settings.description === "" ? null : settings.description,
    sampling_rate: settings.rate_percent / 100,
    scorers: scorers.map((scorer) => scorer.ref),
    op_names: [...new Set((settings.filter.op_names ?? []).map((op) => opRef(publisher.projectId, op)))],
    query: queryOf(settings),
    is_traced: true,
    active: isOn,
    scorer_debounce_config: null,
    _class_name: "Monitor",
    _bases: ["Object", "BaseModel"],
  });
  return { ref, scorers };
}
