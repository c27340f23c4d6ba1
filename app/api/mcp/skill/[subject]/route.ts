import { skillResponse } from "@/lib/api/server/mcp/skill/skill-response";
import { skills } from "@/lib/api/server/mcp/skill/skills";

/** A skill as a file for agents that read skills from a folder. Needs no session, as it contains nothing of an installation. */
export async function GET(_request: Request, { params }: RouteContext<"/api/mcp/skill/[subject]">): Promise<Response> {
  const { subject } = await params;
  return skillResponse(skills.find((skill) => skill.subject === subject));
}
