import { type Skill, skillText } from "./skill";

/** The response with a skill as a file, or 404. */
export function skillResponse(skill: Skill | undefined): Response {
  if (skill === undefined) return new Response("Skill not found.\n", { status: 404 });
  const headers = { "content-type": "text/markdown; charset=utf-8", "x-content-type-options": "nosniff" };
  return new Response(skillText(skill), { headers });
}
