import { ChevronDown } from "lucide-react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { type ScorerKind, scorerKinds } from "./prepare-scores";

interface FailureMessage {
  readonly label: string;
  /** What makes the reward 1. */
  readonly about: string;
  /** Of the text that is looked for; null where there is none. */
  readonly field: string | null;
}

const failureMessages: Readonly<Record<ScorerKind, FailureMessage>> = {
  marks: { label: "Marks by hand", about: "1 and 0 mark the chosen answer as good or bad.", field: null },
  exact: {
    label: "Exact",
    about: "The answer is this text. Empty: what was answered where the prompt comes from.",
    field: "Text",
  },
  contains: {
    label: "Contains",
    about: "The answer holds this text in any case. Empty: what was answered where the prompt comes from.",
    field: "Text",
  },
  pattern: { label: "Regular expression", about: "The answer has a match.", field: "Regular expression" },
  json: { label: "Valid JSON", about: "The answer is one JSON value.", field: null },
  length: { label: "Length", about: "The answer has at most so many characters.", field: "Characters" },
};

/** The scorer that is chosen, and what it looks for. */
interface ScorerChoice {
  readonly scorer: ScorerKind;
  readonly wanted: string;
}

interface ScorerEditing {
  readonly params: ScorerChoice;
  /** Why it cannot score. */
  readonly scorerProblem: string | null;
  readonly setParams: (change: Partial<ScorerChoice>) => void;
}

/** By what answers are rewarded: 1 where it holds, 0 where it does not. */
export function ScorerPopover({ arena }: { arena: ScorerEditing }) {
  const { params, scorerProblem, setParams } = arena;
  const { label, about, field } = failureMessages[params.scorer];
  return (
    <Popover
      label="Reward"
      className="w-72 p-3"
      trigger={
        <Button size="small" aria-label={`Reward: ${label}`}>
          <span className="font-normal text-ink-3">Reward</span>
          {label}
          <ChevronDown size={11} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      <div className="grid gap-2.5">
        <Select
          label="Scorer"
          value={params.scorer}
          options={scorerKinds.map((value) => ({ value, label: failureMessages[value].label }))}
          onChange={(scorer) => setParams({ scorer, wanted: "" })}
        />
        {field === null ? null : (
          <Field label={field} error={scorerProblem ?? undefined}>
            {(ids) => (
              <Input
                {...ids}
                isMono
                isInvalid={scorerProblem !== null}
                value={params.wanted}
                onChange={(event) => setParams({ wanted: event.target.value })}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        <p className="text-micro text-ink-2">{about}</p>
      </div>
    </Popover>
  );
}
