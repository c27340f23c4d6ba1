"use client";

import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { PartProps } from "./part-props";

/** The weight of each score in the reward. Shown for several scores, or for a weight other than 1. */
export function WeightFields({ control, errors }: PartProps) {
  const { draft, change } = control;
  const { scorers, weights, labelQuestion } = draft;
  const names = [...scorers.map(({ name }) => name), ...(labelQuestion === "" ? [] : [labelQuestion])];
  const isUsual = names.every((name) => (weights[name] ?? "1") === "1");
  if (names.length === 0 || (names.length === 1 && isUsual && !errors.has("reward.weights"))) return null;
  return (
    <section aria-label="Weights" className="border-b border-line px-4 py-2.5 max-md:px-3">
      <p className="pb-1.5 text-small text-ink-3">
        The reward is the sum of the scores, each times its weight. Yes counts as 1 and no as 0.
      </p>
      <div className="flex flex-wrap items-start gap-2.5">
        {names.map((name, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: names are edited, and may be equal for a moment
            key={index}
            label={<span className="text-code">{name}</span>}
            error={errors.get(`reward.weights.${name}`)}
            isChanged={(weights[name] ?? "1") !== "1"}
            className="w-[132px]"
          >
            {(ids) => (
              <Input
                {...ids}
                size="small"
                inputMode="decimal"
                placeholder="1"
                isInvalid={errors.has(`reward.weights.${name}`)}
                value={weights[name] ?? ""}
                onChange={(event) => change({ weights: { ...weights, [name]: event.target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}
