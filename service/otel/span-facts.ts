import { type AttributeSource, builtTree, firstAttribute, isObjectValue } from "./attribute-source";
import { type Attributes, emptyAttributes, isAttributes } from "./attribute-values";

/** Members of a call's attributes that the conventions name differently. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  system: ["gen_ai.system", "llm.system"],
  kind: [
    "weave.span.kind",
    "traceloop.span.kind",
    "openinference.span.kind",
    "mlflow.spanType",
    "langfuse.observation.type",
  ],
  model: [
    "gen_ai.response.model",
    "llm.model_name",
    "ai.response.model",
    "ai.model.id",
    "gen_ai.request.model",
    "mlflow.llm.model",
    "embedding.model_name",
    "langfuse.observation.model.name",
  ],
  provider: ["llm.provider", "gen_ai.provider.name", "ai.model.provider", "mlflow.llm.provider"],
  model_parameters: [
    "gen_ai.request",
    "llm.invocation_parameters",
    "ai.settings",
    "langfuse.observation.model.parameters",
  ],
  operation: ["gen_ai.operation.name", "ai.operationId"],
  agent: ["gen_ai.agent.name"],
  tool: ["gen_ai.tool.name", "tool.name", "ai.toolCall.name"],
};

const FACT_PATHS = Object.entries(FACTS);

/** The kinds of operations, for conventions that write no kind. */
const KIND_OF_OPERATION: ReadonlyMap<unknown, string> = new Map([
  ["chat", "llm"],
  ["text_completion", "llm"],
  ["generate_content", "llm"],
  ["embeddings", "embedding"],
  ["execute_tool", "tool"],
  ["invoke_agent", "agent"],
  ["create_agent", "agent"],
  ["invoke_workflow", "workflow"],
  ["ai.generateText.doGenerate", "llm"],
  ["ai.streamText.doStream", "llm"],
  ["ai.generateObject.doGenerate", "llm"],
  ["ai.streamObject.doStream", "llm"],
  ["ai.embed.doEmbed", "embedding"],
  ["ai.embedMany.doEmbed", "embedding"],
  ["ai.toolCall", "tool"],
]);

/** Converts the attributes of a span to the members of a call's attributes; empty when none is recognized. */
export function spanFacts(attributes: AttributeSource): Attributes {
  const facts = emptyAttributes();
  for (const [name, paths] of FACT_PATHS) {
    const value = firstAttribute(attributes, paths);
    if (value !== undefined) facts[name] = value;
  }
  // The word of Langfuse.
  if (facts.kind === "generation") facts.kind = "llm";
  if (facts.kind === undefined) {
    const kind = KIND_OF_OPERATION.get(facts.operation);
    if (kind !== undefined) facts.kind = kind;
  }
  return facts;
}

/** Attributes that the sender wants to see on the call unchanged (`wandb.attributes.…`). */
export function customAttributes(attributes: AttributeSource): Attributes {
  const custom = attributes.at("wandb.attributes");
  const tree = isObjectValue(custom) ? builtTree(custom) : null;
  return isAttributes(tree) ? tree : emptyAttributes();
}

/** Returns the model that a span used: named, or as a parameter of the request. */
export function modelOf({ model, model_parameters: request }: Attributes): string | null {
  if (typeof model === "string") return model;
  const parameters = isObjectValue(request) ? builtTree(request) : null;
  return isAttributes(parameters) && typeof parameters.model === "string" ? parameters.model : null;
}
