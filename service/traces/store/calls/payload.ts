import { engineJson } from "@/service/kernel/json/engine-json";
import { pythonLength } from "@/service/kernel/json/python-json";
import { findRefs } from "@/service/kernel/json/refs";
import type { Payload } from "./call-parts";

/** JSON text with what is stored beside it: a text to search, its size as Python writes it, and its refs. */
export function payloadOf(text: string): Payload {
  // As bytes, which garbage collection does not copy while they wait to be stored.
  const bytes = Buffer.from(text);
  return { text: bytes, searchText: engineJson(text) ?? "", size: pythonLength(text), refs: findRefs(text) };
}
