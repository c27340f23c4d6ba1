import { Check, X } from "lucide-react";
import { countOf } from "@/lib/format/count";
import type { AnswerCheck } from "./check-answer";

/** Whether an answer matches its schema, and where it does not. */
export function SchemaNote({ check }: { check: AnswerCheck }) {
  if (check.kind === "valid") {
    return (
      <p className="mt-2 flex items-center gap-1 text-small text-ok">
        <Check size={12} strokeWidth={2} aria-hidden="true" />
        matches {check.name}
      </p>
    );
  }
  if (check.kind === "unchecked") {
    return (
      <p className="mt-2 text-small text-ink-2">
        Not checked against {check.name}: {check.reason}
      </p>
    );
  }
  return (
    <div className="mt-2 text-small">
      <p className="flex items-center gap-1 text-err">
        <X size={12} strokeWidth={2} aria-hidden="true" />
        does not match {check.name}, {countOf(check.problems.length, "problem")}
      </p>
      <ul className="mt-1 grid gap-0.5 pl-4">
        {check.problems.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="text-ink-2 [overflow-wrap:anywhere]">
            {path === "" ? "The answer" : <span className="text-code text-ink">{path}</span>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
