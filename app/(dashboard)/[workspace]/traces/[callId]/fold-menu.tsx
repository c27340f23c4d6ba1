import { type ReactNode, useMemo } from "react";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { Menu, MenuChoice, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { kindName } from "@/lib/calls/call-kind";
import { KINDS, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { type FoldRule, foldRuleText, NO_FOLDS } from "@/lib/trace/tree/folds";

type FoldMenuProps = {
  skeleton: TraceSkeleton;
  rule: FoldRule;
  onChange: (rule: FoldRule) => void;
  trigger: ReactNode;
};

const DEPTHS = [1, 2, 3, 4, 6, 8, 12];

function choicesOf({ depth, kind }: TraceSkeleton) {
  const deepest = depth.reduce((most, level) => Math.max(most, level), 0);
  return {
    depths: DEPTHS.filter((level) => level <= deepest),
    kinds: KINDS.filter((_, number) => kind.includes(number)),
  };
}

/** Commands that fold many calls at once. */
export function FoldMenu({ skeleton, rule, onChange, trigger }: FoldMenuProps) {
  const chosen = foldRuleText(rule);
  const choice = (of: FoldRule, label: ReactNode, isDisabled = false) => (
    <MenuChoice
      key={foldRuleText(of)}
      isChosen={foldRuleText(of) === chosen}
      disabled={isDisabled}
      onSelect={() => onChange(of)}
    >
      {label}
    </MenuChoice>
  );
  // The bar is redrawn with each frame of a zoom.
  const { depths, kinds } = useMemo(() => choicesOf(skeleton), [skeleton]);
  return (
    <Menu trigger={trigger} label="Collapse calls" align="end">
      {choice(NO_FOLDS, "Expand all")}
      {choice({ kind: "errors" }, "Collapse all but the paths to errors", skeleton.errorCount === 0)}
      {depths.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>Collapse from level</MenuLabel>
          {depths.map((depth) => choice({ kind: "depth", depth }, String(depth)))}
        </>
      ) : null}
      <MenuSeparator />
      <MenuLabel>Collapse calls of kind</MenuLabel>
      {kinds.map((of) =>
        choice(
          { kind: "kind", of },
          <>
            <KindGlyph kind={of} />
            {kindName(of)}
          </>,
        ),
      )}
    </Menu>
  );
}
