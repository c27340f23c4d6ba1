/** The coding agents that read skills from a folder of a project and from one of the user. */
export const SKILL_AGENTS = {
  "claude-code": { label: "Claude Code", folder: ".claude/skills" },
  codex: { label: "Codex", folder: ".agents/skills" },
  cursor: { label: "Cursor", folder: ".cursor/skills" },
} as const;

export type SkillAgent = keyof typeof SKILL_AGENTS;

/** The words after `heddle skills`, for completion. */
export const SKILL_WORDS: readonly string[] = ["list", "install", ...Object.keys(SKILL_AGENTS)];
