import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { type CheckpointForm, chosenScore, isEveryValid, scoreChoices } from "./checkpoint-form";

type CheckpointsPartProps = { form: CheckpointForm; onChange: (members: Partial<CheckpointForm>) => void };

/** Which checkpoints are evaluated, and which score makes one the best. */
export function CheckpointsPart({ form, onChange }: CheckpointsPartProps) {
  const choices = scoreChoices(form.draft.scorers);
  const chosen = chosenScore(form);
  const hasStep = isEveryValid(form);
  return (
    <section aria-label="Checkpoints" className="border-t border-line">
      <NumberedHeading number={5} title="Checkpoints" isDone={false} />
      <div className="flex flex-wrap items-start gap-2.5 px-4 pb-3 max-md:px-3">
        <Field
          label="Every k-th checkpoint"
          hint="1 is each"
          error={hasStep ? undefined : "A whole number from 1 to 999"}
          className="w-[132px]"
        >
          {(ids) => (
            <Input
              {...ids}
              inputMode="numeric"
              isInvalid={!hasStep}
              value={form.every}
              onChange={(event) => onChange({ every: event.target.value })}
            />
          )}
        </Field>
        <Field label="Best by" className="w-[220px]">
          {({ id }) => (
            <Select
              id={id}
              label="Best by"
              value={chosen?.value ?? ""}
              placeholder="Add a scorer"
              isDisabled={choices.length === 0}
              options={choices}
              onChange={(score) =>
                onChange({ score, direction: choices.find(({ value }) => value === score)?.direction ?? "higher" })
              }
            />
          )}
        </Field>
        <div className="grid gap-1">
          <span className="text-micro font-medium text-ink-3">Better when</span>
          <Segmented
            label="Better when"
            value={form.direction}
            segments={[
              { value: "higher", label: "Higher" },
              { value: "lower", label: "Lower" },
            ]}
            onChange={(direction) => onChange({ direction })}
          />
        </div>
      </div>
      <div className="px-4 pb-3 max-md:px-3">
        <CheckLine
          label="Evaluate new checkpoints by themselves, as soon as a job has stored them"
          isOn={form.isOn}
          onChange={(isOn) => onChange({ isOn })}
        />
      </div>
    </section>
  );
}
