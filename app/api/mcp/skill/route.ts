import { DEBUGGING_SKILL } from "@/lib/api/server/mcp/skill/debugging-skill";

/** The skill as a file for agents that read skills from a folder. It contains nothing of this installation. */
export function GET(): Response {
  return new Response(DEBUGGING_SKILL, { headers: { "content-type": "text/markdown; charset=utf-8" } });
}
