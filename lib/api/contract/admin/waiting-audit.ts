import { z } from "zod";

/** Entries in one answer. */
export const MAX_TAKEN_ENTRIES = 200;

export const auditTake = z.object({
  recorded_ids: z
    .array(z.string().max(64))
    .max(MAX_TAKEN_ENTRIES)
    .describe("Ids of entries that are in the audit log by now; the service deletes them."),
});

/** What an API key did, for the audit log. Nothing of a body but ids, names and counts. */
const waitingEntry = z.looseObject({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  /** The user of the key. */
  user_id: z.string(),
  target: z.string(),
  is_allowed: z.boolean(),
  request_id: z.string(),
});

export const auditTakeResult = z.looseObject({
  entries: z.array(waitingEntry).describe(`The oldest ones that wait, at most ${MAX_TAKEN_ENTRIES}.`),
});

export type WaitingEntry = z.infer<typeof waitingEntry>;
