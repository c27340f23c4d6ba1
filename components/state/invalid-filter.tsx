import { Button } from "@/components/ui/button";
import { PaneState } from "./pane-state";

type InvalidFilterProps = {
  /** The noun of what is not shown: `calls`. */
  things: string;
  /** Why terms of the filter cannot be asked, each without a full stop. */
  problems: readonly { readonly message: string }[];
  onClearFilters: () => void;
};

/** The state for a filter that cannot be asked: the reason, in place of what its other terms select. */
export function InvalidFilter({ things, problems, onClearFilters }: InvalidFilterProps) {
  return (
    <PaneState
      kind="no-match"
      title="The filter cannot be read"
      actions={
        <Button size="small" onClick={onClearFilters}>
          Clear all
        </Button>
      }
    >
      {sentenceOf(problems.map(({ message }) => message).join("; "))} No {things} are shown until it is corrected.
    </PaneState>
  );
}

/** A reason may end with the beginning of a field, such as `attributes.`, which has its full stop. */
const sentenceOf = (reason: string): string => (reason.endsWith(".") ? reason : `${reason}.`);
