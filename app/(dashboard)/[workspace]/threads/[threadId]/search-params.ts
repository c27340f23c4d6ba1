import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { messageForms } from "@/app/(dashboard)/[workspace]/threads/[threadId]/conversation/use-turn-messages";
import { threadListParams } from "@/components/thread/list-params";

/** The selected turn, the text that is searched in the thread, and the list in which previous and next move. */
export const threadParams = {
  ...threadListParams,
  turn: parseAsString,
  find: parseAsString.withDefault(""),
  messages: parseAsStringLiteral(messageForms).withDefault("said"),
  reasoning: parseAsBoolean.withDefault(true),
};
