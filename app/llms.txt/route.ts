import { llmsText } from "@/lib/guide/llms-text";

/** Needs no session: the list and its documents are part of the product and contain nothing of an installation. */
export function GET(): Response {
  return new Response(llmsText(), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
