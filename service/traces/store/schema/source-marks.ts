import type { CallSource } from "@/lib/api/contract/calls/call-sources";
import { SOURCE_OPS } from "@/lib/api/contract/completions/completion-source";

/** What tells the source of a call, other than its name in the attributes. */
interface SourceMarks {
  readonly source: CallSource;
  /** Plain names of ops. */
  readonly ops: readonly string[];
  /** Members of `attributes.heddle` that this service writes first of all. */
  readonly written: readonly string[];
  /** Members that clients write into attributes. */
  readonly members: readonly string[];
}

/** The member of attributes that this service writes, and in which clients name a source. */
export const OWN_MEMBER = "heddle";

/** Returns what attributes begin with in which this service wrote a member. */
export const beginningWith = (written: string): string => `{"${OWN_MEMBER}":{"${written}":`;

/** A call without any of these marks is production, unless its trace tells otherwise. */
export const SOURCE_MARKS: readonly SourceMarks[] = [
  {
    source: "evaluation",
    ops: ["Evaluation.evaluate", "Evaluation.predict_and_score", "Evaluation.predictAndScore", "Evaluation.summarize"],
    // Scores of monitors with the requests of their judges, and previews of evaluations.
    written: ["monitor", "evaluation_preview"],
    members: ["_weave_eval_meta"],
  },
  { source: "training", ops: [], written: ["training_run"], members: [] },
  { source: "playground", ops: [SOURCE_OPS.playground], written: [], members: [] },
  { source: "arena", ops: [SOURCE_OPS.arena], written: [], members: [] },
];
