import type { TrainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { compileExpression } from "@/service/traces/redaction/compile-expression";
import { PlaceRules, type RuleMark } from "@/service/traces/redaction/compiled-rules";
import type { ProjectRedactor } from "@/service/traces/redaction/project-redactor";
import { JsonRedaction } from "@/service/traces/redaction/redact-json";

/** Names whose values are credentials. A tokenizer's `pad_token` and a sampler's `max_tokens` are not. */
const NAME =
  "(?:api|access|secret|private|encryption|signing)[_-]?keys?|(?:hub|hf|hugging_?face|auth|access|api|bearer|github|refresh|session|wandb)[_-]?token|secret|password|passwd|passphrase|credentials?|authorization";

const SECRET_NAME = new RegExp(`(?:^|[._-])(?:${NAME})$`, "i");

const MARK: RuleMark = { rule: "secret", of: () => "[removed: secret]" };

/** What credentials look like, and how commands give them. */
const EXPRESSIONS = [
  `(?i)[\\w.+-]*(?:${NAME})(?:=|:=|\\s*:\\s+)["']?[^\\s"',;]+`,
  `(?i)--[\\w.-]*(?:${NAME})\\s+["']?[^\\s"'-][^\\s"']*`,
  "\\b(?:sk|pk|rk|gsk|hk|hf|nvapi|glpat|pypi|npm|xox[abeoprs]|gh[opsu]|ghr|github_pat|AIza)[_-][A-Za-z0-9_-]{16,}",
  "\\bA(?:KIA|SIA)[A-Z0-9]{16}\\b",
  "\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*",
  "(?i)\\b(?:Bearer|Basic)\\s+[A-Za-z0-9._~+/=-]{12,}",
  "\\b[a-z][a-z0-9+.-]*://[^\\s/:@]*:[^\\s/@]+@",
];

/** Values of members whose names say that they are secrets, and texts that look like some. */
class SecretRules extends PlaceRules {
  constructor() {
    const expressions = EXPRESSIONS.map((pattern) => ({ expression: compileExpression(pattern), mark: MARK }));
    super([], expressions, /\[removed: secret\]/gu);
  }

  override markOf(path: readonly string[]): RuleMark | null {
    return SECRET_NAME.test(path.at(-1) ?? "") ? MARK : null;
  }
}

const RULES = new SecretRules();

/**
 * Returns the data of a run without what looks like a secret in its configuration and origin. The project's own rules for
 * attributes act there, too.
 */
export function withoutSecrets(body: TrainingRunLog, redactor: ProjectRedactor | null): TrainingRunLog {
  const redact = <Value extends object>(value: Value): Value => {
    const text = JSON.stringify(value);
    const own = new JsonRedaction(RULES).redact(text);
    const redacted = redactor === null ? own : redactor.json("attributes", own);
    return redacted === text ? value : (JSON.parse(redacted) as Value);
  };
  return {
    ...body,
    ...(body.config == null ? {} : { config: redact(body.config) }),
    ...(body.origin == null ? {} : { origin: redact(body.origin) }),
  };
}
