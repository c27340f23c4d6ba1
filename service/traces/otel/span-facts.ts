import { type AttributeSource, builtTree, firstAttribute, isEmptyValue, isObjectValue } from "./attribute-source";
import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";
import { KIND_MARKS, kindOfOperation, kindOfWord } from "./conventions/kinds";
import type { SpanTable } from "./conventions/span-tables";
import { unquoted } from "./message-forms";
import type { Span } from "./span";
import { toolInName } from "./span-name";

/** Facts that any program may write: they do not make a span one of a model, an agent or a tool. */
const GENERAL_FACTS: ReadonlySet<string> = new Set([
  ...["requested_model", "agent", "user_id", "tags", "metadata", "error_type", "workflow", "response_id"],
  ...["tool_call_id", "prompt_name", "prompt_version", "prompt_variables"],
]);

/** Frameworks that give their own name as that of the provider. */
const NOT_PROVIDERS: ReadonlySet<unknown> = new Set([
  ...["strands-agents", "langchain", "langgraph", "autogen", "microsoft.agent_framework"],
]);

export interface SpanFacts {
  /** Members of the call's attributes; empty when none is recognized. */
  readonly attributes: Attributes;
  /** True when they say what the span is, and not only whose it is. */
  readonly isKnown: boolean;
}

/** A list of texts, also where it was sent as one text. */
function textList(value: unknown): unknown {
  const list = isObjectValue(value) ? value : builtTree(value);
  if (Array.isArray(list)) return list.map((item) => finishWord(unquoted(item)));
  return typeof list === "string" ? list.split(",").map((item) => finishWord(item.trim())) : list;
}

/** Semantic Kernel writes the names of Python's enumerations. */
const finishWord = (word: unknown) => (typeof word === "string" ? word.replace(/^FinishReason\./, "") : word);

function plainTexts(value: unknown): unknown {
  const tree = isObjectValue(value) ? builtTree(value) : null;
  if (!isAttributes(tree)) return value;
  const members = emptyAttributes();
  for (const [name, member] of Object.entries(tree)) members[name] = unquoted(member);
  return members;
}

/** Facts that are stored in another form than they are sent in. */
const FORMS: Readonly<Partial<Record<string, (value: unknown) => unknown>>> = {
  kind: kindOfWord,
  tags: textList,
  finish_reasons: textList,
  metadata: plainTexts,
  prompt_variables: plainTexts,
  provider: (value) => (NOT_PROVIDERS.has(value) ? undefined : value),
  agent: unquoted,
  user_id: unquoted,
};

const MARKS = Object.entries(KIND_MARKS);

function kindOf(facts: Attributes, attributes: AttributeSource): unknown {
  const { kind, operation, model, system, tool } = facts;
  // A call of a tool through MCP is a call of a tool.
  if (facts.mcp !== undefined && operation !== "execute_tool") return "mcp";
  const known = kind ?? kindOfOperation(operation);
  if (known !== undefined || operation !== undefined) return known;
  if (tool !== undefined && model === undefined) return "tool";
  const marked = MARKS.find(([, paths]) => firstAttribute(attributes, paths) !== undefined);
  if (marked !== undefined) return marked[0];
  // The first conventions named no operation.
  return system !== undefined && model !== undefined ? "llm" : undefined;
}

/** Converts the attributes of a span to the members of a call's attributes. */
export function spanFacts({ attributes, name: spanName }: Span, table: SpanTable): SpanFacts {
  const facts = emptyAttributes();
  let isKnown = false;
  for (const [name, paths] of table.facts) {
    const sent = firstAttribute(attributes, paths);
    if (sent === undefined) continue;
    const value = FORMS[name] ? FORMS[name](sent) : sent;
    if (value === undefined || (name !== "model_parameters" && isEmptyValue(value))) continue;
    facts[name] = value;
    isKnown ||= !GENERAL_FACTS.has(name);
  }
  const { model, requested_model: requested } = facts;
  if (model === undefined && requested !== undefined) facts.model = requested;
  if (facts.model === requested) delete facts.requested_model;
  const kind = kindOf(facts, attributes);
  if (kind !== undefined) facts.kind = kind;
  if (kind === "tool" && facts.tool === undefined) facts.tool = toolInName(spanName) || spanName;
  return { attributes: facts, isKnown };
}

/** Attributes that the sender wants to see on the call unchanged (`wandb.attributes.…`). */
export function customAttributes(attributes: AttributeSource): Attributes {
  const custom = attributes.at("wandb.attributes");
  const tree = isObjectValue(custom) ? builtTree(custom) : null;
  return isAttributes(tree) ? tree : emptyAttributes();
}
