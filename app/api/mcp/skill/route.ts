import { debuggingSkill } from "@/lib/api/server/mcp/skill/debugging-skill";
import { skillResponse } from "@/lib/api/server/mcp/skill/skill-response";

/** The skill for debugging, at the address that it had before there were others. */
export function GET(): Response {
  return skillResponse(debuggingSkill);
}
