import { z } from "zod";
import { integer, jsonObject, longInteger, number, projectId } from "@/lib/api/contract/scalars/scalars";

/** CompletionsCreateRequestInputs. Only `model` is required; null and absent both mean "not sent". */
export const completionInputs = z.object({
  model: z.string().min(1),
  messages: z.array(jsonObject).default([]),
  timeout: z.union([number, z.string()]).nullish(),
  temperature: number.nullish(),
  top_p: number.nullish(),
  n: integer.nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  max_completion_tokens: integer.nullish(),
  max_tokens: integer.nullish(),
  modalities: z.array(z.unknown()).nullish(),
  presence_penalty: number.nullish(),
  frequency_penalty: number.nullish(),
  stream: z.boolean().nullish(),
  logit_bias: jsonObject.nullish(),
  user: z.string().nullish(),
  response_format: jsonObject.nullish(),
  seed: longInteger.nullish(),
  tools: z.array(z.unknown()).nullish(),
  tool_choice: z.union([z.string(), jsonObject]).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: integer.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  extra_headers: jsonObject.nullish(),
  functions: z.array(z.unknown()).nullish(),
  function_call: z.string().nullish(),
  api_version: z.string().nullish(),
  prompt: z
    .string()
    .max(1000)
    .nullish()
    .describe(
      "Extension: a prompt object whose messages come before `messages`: a ref, `name:version`, `name:alias` or `name`.",
    ),
  template_vars: jsonObject.nullish().describe("Extension: the values of the variables of the prompt."),
});

export const completionsCreate = z.object({
  project_id: projectId,
  inputs: completionInputs,
  svc_user_id: z.string().nullish().describe("Set by the server; clients do not set it."),
  track_llm_call: z.boolean().nullish().default(true),
});

const retries = integer
  .nullish()
  .describe("Extension: the number of retries of the provider before it responded; null when there were none.");

/** A provider's failure is also a 200: `response` then contains `error`. */
export const completionsCreateResult = z.looseObject({
  response: jsonObject,
  svc_call_id: z.string().nullish(),
  retries,
});

/**
 * A line of a streamed completion: first `_meta` with the id of the tracked call, sent again after a retry of the
 * provider, then the provider's chunks, or `error` as the last line.
 */
export const completionChunk = z.looseObject({
  _meta: z.looseObject({ svc_call_id: z.string().nullish(), retries }).optional(),
  error: z.string().optional(),
  choices: z.array(z.unknown()).optional(),
  usage: jsonObject.nullish(),
});

/** The destinations of completions. A key is never returned, only the name of the variable that it is read from. */
export const completionProviders = z.looseObject({
  providers: z.array(
    z.looseObject({
      name: z.string().describe("Prefix of model names: provider/model."),
      title: z.string(),
      base_url: z.string(),
      is_local: z.boolean(),
      api_key_name: z.string().nullable().describe("The environment variable of its key; null when no key is needed."),
      is_usable: z.boolean().describe("True when it has its key, or needs none and responds."),
      models: z.array(z.string()).nullable().describe("Null when the provider does not report its models."),
    }),
  ),
  takes_prompts: z
    .boolean()
    .optional()
    .describe("True when completions take `prompt` and `template_vars`, and their calls reference the prompt."),
});
