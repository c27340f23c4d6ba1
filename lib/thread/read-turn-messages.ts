import type { Call } from "@/lib/api/contract/calls/calls";
import { callKind } from "@/lib/calls/call-facts";
import { withReadInputs } from "@/lib/calls/read-row-values";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { lastUserText, readConversation, readMessages } from "@/lib/chat/read-messages";
import { type ProjectAddress, readCalls } from "@/lib/thread/read-thread-calls";
import { messageCalls, turnMessages } from "@/lib/thread/turn-messages";

/** Reads the calls of turns without their payloads, by the turn's id. */
export type CallsByTurn = ReadonlyMap<string, readonly Call[]>;

/**
 * Reads the messages of turns. A model call's inputs repeat the previous conversation: they are read for the first
 * model call of a turn only, and only when the turn itself does not contain the user's message.
 */
export async function readTurnMessages(
  address: ProjectAddress,
  turns: CallsByTurn,
): Promise<ReadonlyMap<string, readonly ChatMessage[]>> {
  const speaking = new Map([...turns].map(([id, calls]) => [id, messageCalls(id, calls)]));
  const all = [...speaking.values()].flat();
  const isModel = (call: Call) => callKind(call) === "llm";
  const [fullPayloads, answers] = await Promise.all([
    payloads(
      address,
      [...turns.keys(), ...all.filter((call) => !isModel(call)).map(({ id }) => id)],
      ["inputs", "output"],
    ),
    payloads(
      address,
      all.filter(isModel).map(({ id }) => id),
      ["output"],
    ),
  ]);
  const silent = [...turns.keys()].filter((id) => lastUserText(fullPayloads.get(id)?.inputs) === null);
  const firstModels = silent.flatMap((id) => speaking.get(id)?.find(isModel)?.id ?? []);
  const inputPayloads = await payloads(address, firstModels, ["inputs"]);
  const filled = (call: Call): Call => ({
    ...call,
    inputs: fullPayloads.get(call.id)?.inputs ?? inputPayloads.get(call.id)?.inputs,
    output: fullPayloads.get(call.id)?.output ?? answers.get(call.id)?.output,
  });
  return new Map(
    [...turns].flatMap(([id, calls]) => {
      const turn = calls.find((call) => call.id === id);
      return turn ? [[id, turnMessages({ turn: filled(turn), speaking: (speaking.get(id) ?? []).map(filled) })]] : [];
    }),
  );
}

/**
 * Reads the messages of turns as their last model call sent them, with what it answered: the whole history, and whatever the
 * application added. A turn without a model call has none.
 */
export async function readSentMessages(
  address: ProjectAddress,
  turns: ReadonlyMap<string, { readonly lastModelId: string | null }>,
): Promise<ReadonlyMap<string, readonly ChatMessage[]>> {
  const ids = [...turns.values()].flatMap(({ lastModelId }) => lastModelId ?? []);
  const calls = await payloads(address, ids, ["inputs", "output"]);
  return new Map(
    [...turns].map(([id, { lastModelId }]) => {
      const call = calls.get(lastModelId ?? "");
      const { input, output } = readConversation(call?.inputs, call?.output);
      return [id, [...input, ...output]];
    }),
  );
}

/** Reads the system prompt of a thread from its first model call. */
export async function readSystemPrompt(
  address: ProjectAddress,
  firstIds: readonly string[],
): Promise<ChatMessage | null> {
  const inputsById = await payloads(address, firstIds, ["inputs"]);
  for (const id of firstIds) {
    const system = readMessages(inputsById.get(id)?.inputs).find((message) => message.role === "system");
    if (system) return system;
  }
  return null;
}

async function payloads(address: ProjectAddress, ids: readonly string[], columns: readonly string[]) {
  if (ids.length === 0) return new Map<string, Call>();
  const calls = await withReadInputs(address, await readCalls(address, { call_ids: [...ids] }, columns));
  return new Map(calls.map((call) => [call.id, call]));
}
