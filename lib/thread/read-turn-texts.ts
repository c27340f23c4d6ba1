import type { Call } from "@/lib/api/contract/calls/calls";
import { withReadInputs } from "@/lib/calls/read-row-values";
import { type ProjectAddress, readCalls } from "./read-thread-calls";
import type { Turn } from "./thread-turns";
import { type TurnText, turnText } from "./turn-text";

/** A turn, and the calls that represent it when it has no text of its own. */
type PendingTurn = Pick<Turn, "id" | "firstModelId" | "lastModelId">;

/** Reads the texts of turns. Payloads are read in full and not kept: one of them may be larger than the page. */
export async function readTurnTexts(
  address: ProjectAddress,
  turns: readonly PendingTurn[],
): Promise<ReadonlyMap<string, TurnText>> {
  const own = await payloadsOf(
    address,
    turns.map((turn) => turn.id),
  );
  const texts = new Map(turns.map((turn) => [turn.id, textOf(own.get(turn.id), undefined, undefined)]));
  const silent = turns.filter(({ id }) => hasNoText(texts.get(id)));
  const models = await payloadsOf(
    address,
    silent.flatMap((turn) => [turn.firstModelId, turn.lastModelId]),
  );
  for (const turn of silent) {
    const first = models.get(turn.firstModelId ?? "");
    const last = models.get(turn.lastModelId ?? "");
    texts.set(turn.id, textOf(own.get(turn.id), first, last));
  }
  return texts;
}

function hasNoText(text: TurnText | undefined): boolean {
  const isText = (side: TurnText["user"] | undefined) => side && !side.isJson;
  return !(isText(text?.user) && isText(text?.answer));
}

function textOf(turn: Call | undefined, first: Call | undefined, last: Call | undefined): TurnText {
  return turnText({
    inputs: turn?.inputs,
    output: turn?.output,
    modelInputs: first?.inputs,
    modelOutput: last?.output,
  });
}

async function payloadsOf(
  address: ProjectAddress,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Call>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const calls = await withReadInputs(address, await readCalls(address, { call_ids: wanted }, ["inputs", "output"]));
  return new Map(calls.map((call) => [call.id, call]));
}
