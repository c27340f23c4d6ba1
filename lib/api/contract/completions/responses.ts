import { z } from "zod";
import { integer, jsonObject } from "@/lib/api/contract/scalars/scalars";

/** A request of OpenAI's Responses API; the provider handles all members but the model's name. */
export const responsesCreate = z.looseObject({
  model: z.string().min(1).describe("provider/model, or a name that only one provider uses."),
  stream: z.boolean().nullish().describe("When true, the response is server-sent events in OpenAI's format."),
});

/** The provider's response, unchanged. */
export const responsesResult = z.looseObject({
  id: z.string().optional(),
  output: z.array(jsonObject).optional(),
  usage: jsonObject.nullish(),
});

/** The models of providers and the checkpoints of this service, as OpenAI's clients list them. */
export const availableModels = z.looseObject({
  object: z.literal("list"),
  data: z.array(
    z.looseObject({
      id: z.string().describe("The name in requests: provider/model, or wandb-artifact:///entity/project/name:step3."),
      object: z.literal("model"),
      created: integer.optional().describe("Seconds since 1970; absent when the provider does not report it."),
      owned_by: z.string().describe("The provider, or checkpoints."),
    }),
  ),
  unavailable: z
    .array(z.looseObject({ owned_by: z.string(), reason: z.string() }))
    .describe("Extension: the configured providers whose models are missing, with the reason."),
});
