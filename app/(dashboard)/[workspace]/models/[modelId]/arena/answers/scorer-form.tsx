import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { type ScorerKind, scorerKinds } from "./prepare-scores";
import { scorerDescriptions } from "./scorer-descriptions";

/** The selected scorer, and the text it looks for. */
interface ScorerChoice {
  readonly scorer: ScorerKind;
  readonly wanted: string;
}

export interface ScorerEditing {
  readonly params: ScorerChoice;
  /** The reason why it cannot score. */
  readonly scorerProblem: string | null;
  readonly setParams: (change: Partial<ScorerChoice>) => void;
}

/** The fields of the scorer. */
export function ScorerForm({ arena }: { arena: ScorerEditing }) {
  const { params, scorerProblem, setParams } = arena;
  const { about, field } = scorerDescriptions[params.scorer];
  return (
    <div className="grid gap-2.5">
      <Select
        label="Scorer"
        value={params.scorer}
        options={scorerKinds.map((value) => ({ value, label: scorerDescriptions[value].label }))}
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
  );
}
