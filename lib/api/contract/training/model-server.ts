import { z } from "zod";
import { integer, timestamp } from "@/lib/api/contract/scalars/scalars";

/**
 * What answers for the checkpoints of a model: this service itself (`built_in`), the model server of its base model
 * (`command`), or nothing (`none`).
 */
const serving = z.enum(["built_in", "command", "none"]);

const serverState = z.enum(["starting", "ready", "stopping", "stopped", "failed"]);

export const modelServer = z.looseObject({
  serving,
  base_model: z.string(),
  state: serverState.nullable().describe("Null where no server was started since the service started."),
  reason: z.string().nullable().describe("Why it ended; null while it runs."),
  started_at: timestamp.nullable(),
  ready_at: timestamp.nullable().describe("When it first answered."),
  ended_at: timestamp.nullable(),
  requests: integer.describe("Requests that it answers now, or that wait until it is ready."),
  waiting: integer.describe("Requests that wait for another server to end."),
  loaded_steps: z.array(integer).describe("Checkpoints of this model that it has loaded, by step."),
  idle_seconds: integer.nullable().describe("Time without requests after which it is stopped."),
  log: z
    .string()
    .describe("The end of what it wrote, at most 2,000 characters. Empty for keys and roles of single projects."),
});

export type ModelServer = z.infer<typeof modelServer>;
