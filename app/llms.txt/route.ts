import { skills } from "@/lib/api/server/mcp/skill/skills";
import { llmsText } from "@/lib/guide/llms-text";

/** Needs no session: the list and its documents are part of the product and contain nothing of an installation. */
export function GET(): Response {
  const linked = skills.map(({ title, subject, description }) => ({
    label: title,
    href: `/api/mcp/skill/${subject}`,
    about: description,
  }));
  return new Response(llmsText(linked), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
