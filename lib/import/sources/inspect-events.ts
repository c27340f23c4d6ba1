import { isMembers, type Members } from "@/lib/json/value/members";
import { chatMessage } from "./inspect-sample";
import { numberOf, objectOf, objectsIn, otherMembers, textOf } from "./source-record";
import { countsOfClasses, usageOfCounts } from "./token-usage";

const EVENT_COLUMNS = new Set(
  "event,uuid,span_id,timestamp,completed,model,input,input_refs,tools,output,call,error,traceback,traceback_ansi,id,function,arguments,result,events,view".split(
    ",",
  ),
);

export const factsOf = (event: Members) => otherMembers(event, EVENT_COLUMNS);

export const toolsOf = (event: Members) => {
  const tools = objectsIn(event.tools);
  return tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: "function", function: tool })) };
};

export function toolCallOf(event: Members) {
  const error = objectOf(event, "error");
  return {
    name: textOf(event, "function") ?? "tool",
    attributes: { kind: "tool", import: { source: "inspect" }, inspect: factsOf(event) },
    inputs: objectOf(event, "arguments"),
    output: event.result ?? null,
    exception: textOf(error, "message", "type"),
    usage: null,
  };
}

/** The answers of a model in OpenAI's form. */
export function answersOf(output: Members): unknown {
  const choices = objectsIn(output.choices);
  if (choices.length === 0) return null;
  return {
    choices: choices.map((choice, index) => ({
      index,
      message: chatMessage(choice.message),
      finish_reason: choice.stop_reason ?? null,
    })),
  };
}

export const answerOf = (output: Members): unknown => {
  const [choice] = objectsIn(output.choices);
  return choice === undefined ? null : chatMessage(choice.message);
};

/** Inspect counts cached tokens beside the input, and tokens of reasoning within the output. */
export function usageOf(model: string | null, { reasoning_tokens: reasoning, ...classes }: Members) {
  return usageOfCounts(model, { ...countsOfClasses(classes), reasoning: numberOf(reasoning) });
}

export function usageByModel(models: Members): Record<string, unknown> | null {
  const entries = Object.entries(models).flatMap(([model, usage]) =>
    isMembers(usage) ? Object.entries(usageOf(model, usage) ?? {}) : [],
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
