import { FRAME_DOCUMENT } from "@/lib/training/renderers/frame-document";

/** The same for everyone, and without data: the page sends the frame what it shows. */
export function GET(): Response {
  return new Response(FRAME_DOCUMENT, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
