import { ArrowLeftRight, X } from "lucide-react";
import type { ReactNode } from "react";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { sliceName } from "@/lib/evaluation/runs/slice-words";
import { formatCount } from "@/lib/format/count";
import { LINEAGE_SLICES, type NamedSlices, NO_SLICES, withSide } from "./slices-choice";
import type { TwoSlices } from "./use-two-slices";

type TwoSlicesHeadProps = {
  slices: Pick<TwoSlices, "choice" | "members" | "values">;
  /** The member of the address. */
  by: string | null;
  /** True where models were trained on some of the rows. */
  isMixed: boolean;
  onChoice: (named: NamedSlices) => void;
  children: ReactNode;
};

const SELECT_CLASS = "h-(--ctl-h-small) max-w-48 text-small max-md:max-w-36";
/** The option of the rows that models were trained on. The others begin with another letter, so that none is empty. */
const LINEAGE = "lineage";
const optionOf = (text: string) => `=${text}`;

/** Chooses the member that divides the rows, and the two values of it that are side by side. */
export function TwoSlicesHead({ slices, by, isMixed, onChoice, children }: TwoSlicesHeadProps) {
  const { choice, members } = slices;
  const options = slices.values.map(({ value, rows }) => ({
    value: optionOf(value),
    label: [sliceName(by, value), ...(rows === null ? [] : [formatCount(rows)])].join("  "),
  }));
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 px-4 py-1.5 max-md:px-3">
      <h2 className="mr-1 text-small font-medium">Slices side by side</h2>
      <Select
        label="Slices by"
        value={by === null ? LINEAGE : optionOf(by)}
        options={[
          ...(isMixed || by === null ? [{ value: LINEAGE, label: "rows trained on" }] : []),
          ...members.map((path) => ({ value: optionOf(path), label: path })),
        ]}
        onChange={(option) =>
          onChoice(option === LINEAGE ? LINEAGE_SLICES : { by: option.slice(1), left: null, right: null })
        }
        className={SELECT_CLASS}
      />
      {choice === null
        ? null
        : (["left", "right"] as const).map((side) => (
            <Select
              key={side}
              label={side === "left" ? "First slice" : "Second slice"}
              value={optionOf(choice[side])}
              options={options}
              onChange={(option) => onChoice(withSide(choice, side, option.slice(1)))}
              className={SELECT_CLASS}
            />
          ))}
      {choice === null ? null : (
        <Button
          kind="ghost"
          size="icon-small"
          aria-label="Swap the slices"
          onClick={() => onChoice({ by, left: choice.right, right: choice.left })}
        >
          <ArrowLeftRight size={13} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1.5">
        {children}
        <Button kind="ghost" size="icon-small" aria-label="Close the slices" onClick={() => onChoice(NO_SLICES)}>
          <X size={13} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </span>
    </div>
  );
}
