import { jsonDepth, parseJson } from "@/lib/api/contract/scalars/json-text";
import type { ToolRequestPart } from "@/lib/chat/chat-message";
import { readMessages } from "@/lib/chat/read-messages";
import { answeredIn, askedIn, lastAnswered, lastAsked, openRequests, type Said } from "@/lib/chat/reading";
import { isSilent } from "@/lib/chat/spoken-words";
import { messagesInTail } from "@/lib/chat/tail-messages";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import type { PreviewRow } from "@/service/traces/store/previews/call-previews";

/** Texts of a call: each the first characters of JSON text, null where there is none. */
export interface PreviewTexts {
  readonly asked: string | null;
  readonly answered: string | null;
  readonly toolCalls: string | null;
  /** There is no content on this side that could say anything. */
  readonly isInputSilent: boolean;
  readonly isOutputSilent: boolean;
}

/** Reads what a call was asked last, and what it answered. Values that are too long are read by their ends. */
export function previewTexts(row: PreviewRow, length: number): PreviewTexts {
  const cut = (text: string) => (text.length > length ? [...text].slice(0, length).join("") : text);
  const said = (value: Said | null) => {
    if (value === null) return null;
    return cut(JSON.stringify(value.role === null ? value.text : { role: value.role, content: value.text }));
  };
  const output = row.outputWhole === "" ? null : parsed(row.outputWhole);
  const messages = row.outputWhole === "" ? messagesInTail(row.outputTail) : readMessages(output, "assistant");
  const requests = openRequests(messages);
  const answered = row.outputWhole === "" ? answeredInLong(row) : answeredIn(output);
  return {
    asked: row.lastMessage || said(askedOf(row)),
    answered: row.answer || (requests.length > 0 ? null : said(answered)),
    isInputSilent: row.inputsHead === "" && isSilent(parsed(row.inputsWhole || "null")),
    isOutputSilent: row.outputHead === "" && isSilent(output),
    toolCalls: row.toolCalls || (requests.length > 0 ? cut(JSON.stringify(requests.map(plainRequest))) : null),
  };
}

function askedOf({ inputsWhole, inputsHead, inputsTail }: PreviewRow): Said | null {
  if (inputsWhole !== "") return askedIn(parsed(inputsWhole));
  return lastAsked(messagesInTail(inputsTail)) ?? askedIn(parseTruncatedJson(inputsHead));
}

function answeredInLong({ outputHead, outputTail }: PreviewRow): Said | null {
  return lastAnswered(messagesInTail(outputTail)) ?? answeredIn(parseTruncatedJson(outputHead), true);
}

/** Deeper values are shown as they are: no client nests messages so deep. */
const MAX_DEPTH = 200;

function parsed(text: string): unknown {
  if (jsonDepth(text) > MAX_DEPTH) return null;
  try {
    return parseJson(text);
  } catch {
    // Older versions stored what clients sent; it is shown as it is.
    return null;
  }
}

const plainRequest = ({ id, name, arguments: given }: ToolRequestPart) => ({
  ...(id === null ? {} : { id }),
  type: "function",
  function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) },
});
