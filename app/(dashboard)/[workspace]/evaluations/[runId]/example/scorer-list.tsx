"use client";

import type { TrialCalls } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/use-trial-calls";
import { JsonViewer } from "@/components/json/json-viewer";
import { Link } from "@/components/ui/link";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import { exceptionLine } from "@/lib/calls/exception-text";
import { scoreReason } from "@/lib/evaluation/runs/score-reason";
import { isJsonObject } from "@/lib/guard/json-object";
import { parseRefTarget } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";

type ScorerListProps = { workspace: Workspace; calls: TrialCalls; trial: EvaluationTrial };

/** A scorer of a trial: its call, or only its result where the client logged no call. */
interface ListedScorer {
  readonly name: string;
  readonly call: Call | null;
  readonly output: unknown;
}

/** What each scorer said of a trial: value, reason, and its call. */
export function ScorerList({ workspace, calls, trial }: ScorerListProps) {
  const scorers = scorersOf(calls, trial);
  return (
    <section aria-label="Scorers">
      <h3 className="px-4 pt-2 text-micro text-ink-3">Scorers</h3>
      {scorers.length === 0 ? <p className="px-4 py-1 text-small text-ink-3">No scores of this trial.</p> : null}
      <ul>
        {scorers.map(({ name, call, output }) => (
          <li key={call?.id ?? name} className="grid gap-1 border-b border-line px-4 py-2 text-small">
            <span className="flex items-baseline gap-2">
              <b className="truncate text-code">{name}</b>
              {call === null ? null : (
                <Link
                  href={`/${workspace.slug}/traces/${encodeURIComponent(call.id)}`}
                  className="ml-auto flex-none text-micro text-accent-text hover:underline"
                >
                  open call
                </Link>
              )}
            </span>
            {call?.exception ? (
              <span className="text-err [overflow-wrap:anywhere]">No score: {exceptionLine(call.exception)}</span>
            ) : (
              <ScorerOutput name={name} output={output} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScorerOutput({ name, output }: { name: string; output: unknown }) {
  if (output === null || output === undefined) return <span className="text-ink-3">no score</span>;
  if (typeof output !== "object") return <span>{String(output)}</span>;
  const reason = scoreReason(output);
  return (
    <>
      {reason === null ? null : <p className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{reason}</p>}
      <JsonViewer label={name} value={output} />
    </>
  );
}

/** The op's own name, without project, version and the method of a class. */
const scorerName = (opName: string): string =>
  (opName.split("/").at(-1)?.split(":")[0] ?? opName).replace(/\.score$/, "");

/**
 * The scorer of a call: the object that the op ran, or the op if there is none. The version distinguishes scorers with
 * the same name.
 */
function scorerOf({ op_name: op, inputs }: Call): { readonly name: string; readonly version: string } {
  const self = parseRefTarget(typeof inputs?.self === "string" ? inputs.self : "");
  if (self?.type === "object") return { name: self.key.id, version: self.digest };
  return { name: scorerName(op), version: op.split(":").at(-1) ?? "" };
}

const VERSION_LENGTH = 4;

function scorersOf({ trial: trialCall, children }: TrialCalls, trial: EvaluationTrial): readonly ListedScorer[] {
  const scores =
    isJsonObject(trialCall?.output) && isJsonObject(trialCall.output.scores) ? trialCall.output.scores : {};
  const called = children
    .filter(
      ({ id, op_name: op }) => id !== trial.model_call_id && !/\.(?:predict|infer|forward|invoke)(?::|$)/.test(op),
    )
    .map((call) => ({ call, ...scorerOf(call) }));
  const count = new Map<string, number>();
  for (const { name } of called) count.set(name, (count.get(name) ?? 0) + 1);
  const named = called.map(
    ({ call, name, version }): ListedScorer => ({
      name: (count.get(name) ?? 0) > 1 ? `${name} (${version.slice(0, VERSION_LENGTH)})` : name,
      call,
      output: call.output,
    }),
  );
  const others = Object.entries(scores).flatMap(([name, output]) =>
    count.has(name) ? [] : [{ name, call: null, output }],
  );
  return [...named, ...others];
}
