import { ChevronDown } from "lucide-react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { type ScorerKind, scorerKinds } from "./prepare-scores";

interface FailureMessage {
  readonly label: string;
  /** The condition for the reward 1. */
  readonly about: string;
  /** The label of the text to look for; null when there is none. */
  readonly field: string | null;
}

const failureMessages: Readonly<Record<ScorerKind, FailureMessage>> = {
  marks: { label: "Manual marks", about: "1 and 0 mark the selected answer as good or bad.", field: null },
  exact: {
    label: "Exact",
    about: "The answer equals this text. If empty, the original answer of the prompt.",
    field: "Text",
  },
  contains: {
    label: "Contains",
    about: "The answer contains this text, ignoring case. If empty, the original answer of the prompt.",
    field: "Text",
  },
  pattern: { label: "Regular expression", about: "The answer contains a match.", field: "Regular expression" },
  json: { label: "Valid JSON", about: "The answer is valid JSON.", field: null },
  length: { label: "Length", about: "Maximum number of characters.", field: "Characters" },
};

/** The selected scorer, and the text it looks for. */
interface ScorerChoice {
  readonly scorer: ScorerKind;
  readonly wanted: string;
}

interface ScorerEditing {
  readonly params: ScorerChoice;
  /** The reason why it cannot score. */
  readonly scorerProblem: string | null;
  readonly setParams: (change: Partial<ScorerChoice>) => void;
}

/** Selects the scorer: reward 1 when its condition holds, 0 when it does not. */
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
