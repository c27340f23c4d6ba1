/** Names whose values are credentials. A tokenizer's `pad_token` and a sampler's `max_tokens` are not. */
const NAME =
  "(?:api|access|secret|private|encryption|signing)[_-]?keys?|(?:hub|hf|auth|access|api|bearer|github|refresh|session|wandb)[_-]?token|secret|password|passwd|passphrase|credentials?|authorization";

/** What credentials look like, and how settings and commands give them. */
const SECRETS: readonly RegExp[] = [
  new RegExp(`[\\w.+-]*(?:${NAME})["']?(?:=|:=|\\s*:\\s+)["']?(?:(?:Bearer|Basic)\\s+)?[^\\s"',;}]+`, "gi"),
  new RegExp(`--[\\w.-]*(?:${NAME})\\s+["']?[^\\s"'-][^\\s"']*`, "gi"),
  /\b(?:sk|pk|rk|gsk|hk|hf|nvapi|glpat|pypi|npm|xox[abeoprs]|gh[opsu]|ghr|github_pat|AIza)[_-][A-Za-z0-9_-]{16,}/g,
  /\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{12,}/gi,
  /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:[^\s/@]{1,200}@/gi,
];

const MARK = "[removed: secret]";

/** Returns a line of a program's output without what looks like a credential. */
export function hideSecrets(line: string): string {
  return SECRETS.reduce((text, pattern) => text.replace(pattern, MARK), line);
}
