/** The nouns of operations whose ids have another one. */
const NOUNS = {
  call: "calls",
  cost: "costs",
  file: "files",
  obj: "objects",
  objs: "objects",
  project: "projects",
  table: "tables",
  value: "values",
} as const;

type Nouns = typeof NOUNS;
type NounOf<Prefix> = Prefix extends keyof Nouns ? Nouns[Prefix] : Prefix;

/** The noun and the verb of an operation: `obj.read` is `objects` and `read`. What has no noun is of the service. */
export type NameOf<Id> = Id extends `${infer Prefix}.${infer Verb}` ? [NounOf<Prefix>, Verb] : ["service", Id];

export function nameOf(id: string): readonly [noun: string, verb: string] {
  const at = id.indexOf(".");
  if (at < 0) return ["service", id];
  const prefix = id.slice(0, at);
  const noun = Object.hasOwn(NOUNS, prefix) ? NOUNS[prefix as keyof Nouns] : prefix;
  return [noun, id.slice(at + 1)];
}
