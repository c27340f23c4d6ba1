import "server-only";
import { readGuide } from "@/lib/api/server/answer/read-guide";
import { guideOf } from "@/lib/guide/guides";

/** The documents are read at run time from the folder beside the server. */
export const dynamic = "force-dynamic";

/** A document as Markdown, at `/settings/docs/NAME.md`. Needs no session, as it contains nothing of an installation. */
export async function GET(_request: Request, { params }: RouteContext<"/api/docs/[name]">): Promise<Response> {
  const guide = guideOf((await params).name);
  if (guide === undefined) return new Response("Document not found.\n", { status: 404 });
  return new Response(await readGuide(guide), {
    headers: { "content-type": "text/markdown; charset=utf-8", "x-content-type-options": "nosniff" },
  });
}
