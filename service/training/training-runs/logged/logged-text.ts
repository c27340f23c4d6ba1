import type { LoggedText } from "@/lib/api/contract/training-runs/logged-runs";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { hideSecrets } from "@/service/training/log/hide-secrets";

/** As much as of the log of a training job. */
const MAX_BYTES = 4 * 1024 * 1024;

const withoutSecrets = (text: string) => text.split("\n").map(hideSecrets).join("\n");

/** Returns the bytes of the parts of a run before a place. */
async function bytesBefore(state: ServiceState, runId: string, at: number): Promise<number> {
  const rows = await state
    .selectFrom("logged_text")
    .select("text")
    .where("run_id", "=", runId)
    .where("at", "<", at)
    .execute();
  return rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

/**
 * Stores a part of what a program printed, without secrets, in place of all that was stored from its byte on. Returns false
 * where the run would have too much of it.
 */
export async function storeLoggedText(state: ServiceState, runId: string, { at, text }: LoggedText): Promise<boolean> {
  const stored = withoutSecrets(text);
  await state.deleteFrom("logged_text").where("run_id", "=", runId).where("at", ">=", at).execute();
  if ((await bytesBefore(state, runId, at)) + Buffer.byteLength(stored) > MAX_BYTES) return false;
  await state.insertInto("logged_text").values({ run_id: runId, at, text: stored }).execute();
  return true;
}

/** Returns whether a run has printed anything. */
export async function hasLoggedText(state: ServiceState, runId: string): Promise<boolean> {
  const found = await state
    .selectFrom("logged_text")
    .select("at")
    .where("run_id", "=", runId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns what the program of a run printed, in order; empty without any. */
export async function readLoggedText(state: ServiceState, runId: string): Promise<Buffer> {
  const rows = await state.selectFrom("logged_text").select("text").where("run_id", "=", runId).orderBy("at").execute();
  return Buffer.from(rows.map(({ text }) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)).join(""));
}
