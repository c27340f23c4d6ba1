import { scoreText } from "@/lib/score/score-text";

/** The member that says how an answer was judged, in the order in which they are looked for. */
const VERDICTS = ["passed", "within", "valid", "score"] as const;

/** Returns a scorer's answer in a few characters. */
export function resultText(score: unknown): string {
  if (score === null || score === undefined) return "no score";
  if (typeof score === "boolean" || typeof score === "number" || typeof score === "string") return scoreText(score);
  const members = score as Readonly<Record<string, unknown>>;
  const verdict = VERDICTS.map((name) => members[name]).find((value) => value !== undefined);
  return typeof verdict === "boolean" || typeof verdict === "number" ? scoreText(verdict) : JSON.stringify(score);
}

/** One scorer's answer, or why it failed: a failure is not a score. */
export function ScoreResult({ name, score, error }: { name: string; score: unknown; error: string | null }) {
  return (
    <span className="[overflow-wrap:anywhere]" title={error ?? undefined}>
      <span className="text-ink-3">{name}</span>{" "}
      {error === null ? resultText(score) : <span className="text-err">failed: {error}</span>}
    </span>
  );
}
