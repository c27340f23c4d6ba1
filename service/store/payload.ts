import { pythonLength } from "@/service/json/python-json";
import type { Payload } from "@/service/store/call-parts";

/** JSON text with what is kept beside it: its size as Python writes it, and the refs in it. */
export function payloadOf(text: string): Payload {
  return { text, size: pythonLength(text), refs: findRefs(text) };
}

const ref = /"((?:weave|wandb-artifact):\/\/\/[^"\\]+)"(?!\s*:)/g;

/** Values that are a ref and nothing else, each once. Member names are no values. */
function findRefs(text: string): string[] {
  // Some writers escape slashes; inside of a ref there is nothing else to escape.
  const plain = text.includes(":\\/\\/\\/") ? text.replaceAll("\\/", "/") : text;
  if (!plain.includes(":///")) return [];
  return [...new Set(Array.from(plain.matchAll(ref), (match) => match[1] ?? ""))];
}
