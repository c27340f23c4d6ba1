import { sideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { SideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/side-letter";
import { classNames } from "@/lib/style/class-names";
import type { AlignedTreeProps } from "./aligned-tree-props";

type AlignedHeadProps = AlignedTreeProps & { columns: readonly number[] };

const CELL_CLASS =
  "sticky top-0 z-[2] h-7 border-b border-line bg-sunken p-0 text-micro font-medium text-ink-3 whitespace-nowrap";

/** The header of the tree: one side per column. Clicking one compares it with the base in detail. */
export function AlignedHead({ columns, base, column, alone, onFocusSide }: AlignedHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((side, at) => (
          <SideHead
            key={side}
            side={side}
            hasMark={at > 0}
            isChosen={side === column && columns.length > 2}
            onChoose={side === base || columns.length < 3 ? null : () => onFocusSide(side)}
          />
        ))}
        {alone === null ? (
          <>
            <Difference title={`${sideLetter(column)} minus ${sideLetter(base)}, duration`} />
            <Difference title="Tokens" />
            <Difference title="Cost" />
          </>
        ) : (
          <SignHead />
        )}
      </tr>
    </thead>
  );
}

function SignHead() {
  return (
    <th scope="col" className={classNames(CELL_CLASS, "border-x border-line")}>
      <span className="sr-only">Compared</span>
    </th>
  );
}

function Difference({ title }: { title: string }) {
  return (
    <th scope="col" className={classNames(CELL_CLASS, "border-l border-line")}>
      <span className="grid h-full grid-cols-[1fr_54px] items-center pr-3 text-right">
        <span>{title}</span>
        <span>%</span>
      </span>
    </th>
  );
}

type SideHeadProps = { side: number; hasMark: boolean; isChosen: boolean; onChoose: (() => void) | null };

function SideHead({ side, hasMark, isChosen, onChoose }: SideHeadProps) {
  return (
    <>
      {hasMark ? <SignHead /> : null}
      <th scope="col" className={CELL_CLASS}>
        <span className={classNames("flex h-full items-center gap-[7px] pl-3.5", isChosen && "text-ink")}>
          <SideLetter column={side} />
          {onChoose === null ? (
            "Call"
          ) : (
            <button type="button" aria-pressed={isChosen} onClick={onChoose} className="hover:text-ink">
              {isChosen ? "Compared in detail" : "Compare in detail"}
            </button>
          )}
        </span>
      </th>
      <th scope="col" className={classNames(CELL_CLASS, "pr-2.5 text-right")}>
        Duration
      </th>
    </>
  );
}
