import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { formatShortCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";

type FacetValueProps = {
  label: string;
  count: number;
  /** The largest count of the list, which fills the bar below the value. Absent if there is no bar. */
  most?: number;
  isChosen: boolean;
  isExcluded?: boolean;
  onPress: () => void;
  /** Absent where the value cannot be filtered by. */
  onSelectOnly?: () => void;
  onExclude?: () => void;
};

/**
 * A value with its count. Clicking it adds it to the filter; "Only" and "Exclude" at its end select it alone or exclude
 * it.
 */
export function FacetValue({
  label,
  count,
  most,
  isChosen,
  isExcluded = false,
  onPress,
  onSelectOnly: onOnly,
  onExclude,
}: FacetValueProps) {
  return (
    <div className={classNames("group/value relative flex h-6 hover:bg-hover", isChosen && "bg-accent-tint")}>
      <button
        type="button"
        aria-pressed={isChosen}
        title={label}
        onClick={onPress}
        className={classNames(
          "flex min-w-0 flex-1 items-center gap-2 pr-3 pl-4 text-left outline-offset-[-2px]",
          isChosen && "font-medium",
        )}
      >
        <span className={classNames("min-w-0 flex-1 truncate", isExcluded && "text-ink-3 line-through")}>{label}</span>
        {isChosen ? (
          <Check size={12} strokeWidth={2} aria-hidden="true" className="flex-none text-accent-text" />
        ) : null}
        {isExcluded ? (
          <>
            <Minus size={12} strokeWidth={2} aria-hidden="true" className="flex-none text-ink-3" />
            <span className="sr-only">excluded</span>
          </>
        ) : null}
        <span className="flex-none text-micro text-ink-3">{formatShortCount(count)}</span>
      </button>
      {most ? (
        <i
          aria-hidden="true"
          className="pointer-events-none absolute bottom-0 left-4 h-0.5 rounded-[1px] bg-vat-3"
          style={{ width: `max(2px, calc(${count / most} * (100% - 28px)))` }}
        />
      ) : null}
      {onOnly && onExclude ? (
        <span className="absolute inset-y-0 right-0 flex items-center gap-0.5 bg-hover pr-2 pl-1 opacity-0 group-focus-within/value:opacity-100 group-hover/value:opacity-100">
          <FacetAction label={`Only ${label}`} onPress={onOnly}>
            Only
          </FacetAction>
          <FacetAction label={`Exclude ${label}`} onPress={onExclude}>
            Exclude
          </FacetAction>
        </span>
      ) : null}
    </div>
  );
}

function FacetAction({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="h-6 rounded-chip px-1 text-micro text-ink-2 outline-offset-[-2px] hover:bg-active hover:text-ink"
    >
      {children}
    </button>
  );
}
