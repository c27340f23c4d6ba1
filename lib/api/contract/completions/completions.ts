import { z } from "zod";
import { integer, jsonObject, longInteger, number, projectId } from "@/lib/api/contract/scalars/scalars";

/** CompletionsCreateRequestInputs. `model` alone is required; null and absent both mean "not sent". */
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
});

export const completionsCreate = z.object({
  project_id: projectId,
  inputs: completionInputs,
  svc_user_id: z.string().nullish().describe("The server fills it; clients do not set it."),
  track_llm_call: z.boolean().nullish().default(true),
});

const retries = integer
  .nullish()
  .describe("An extension: how often the provider was asked again before it answered; null where none was asked.");

/** A provider's failure is also a 200: `response` then holds `error`. */
export const completionsCreateResult = z.looseObject({
  response: jsonObject,
  svc_call_id: z.string().nullish(),
  retries,
});

/**
 * A line of a streamed completion: first `_meta` with the id of the tracked call, again when the provider had to be asked
 * again, then the provider's chunks, or `error` as the last one.
 */
export const completionChunk = z.looseObject({
  _meta: z.looseObject({ svc_call_id: z.string().nullish(), retries }).optional(),
  error: z.string().optional(),
  choices: z.array(z.unknown()).optional(),
  usage: jsonObject.nullish(),
});

/** Where completions can go. A key is never told, only the name that it is read from. */
export const completionProviders = z.looseObject({
  providers: z.array(
    z.looseObject({
      name: z.string().describe("What stands before the slash in provider/model."),
      title: z.string(),
      base_url: z.string(),
      is_local: z.boolean(),
      api_key_name: z.string().nullable().describe("The variable of its key; null where none is needed."),
      is_usable: z.boolean().describe("It has its key, or needs none and answers."),
      models: z.array(z.string()).nullable().describe("Null when the provider does not tell."),
    }),
  ),
});
