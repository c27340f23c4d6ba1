import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";

type ListHeadProps = { sort: Sort; onSortChange: (field: string) => void; hasSizes: boolean; hasValues: boolean };

/** Classes of a column that does not fit in a narrow list. */
export const WIDE_LIST = "hidden @min-[440px]:table-cell";

/** The header of the list; the two columns by which the service sorts are buttons. */
export function ListHead({ sort, onSortChange, hasSizes, hasValues }: ListHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <Head label="Object" field="object_id" sort={sort} onSortChange={onSortChange} className="pl-4" />
        <Head label="Digest" className="w-[82px]" />
        {hasValues ? (
          <Head label="Value" className="w-2/5" />
        ) : (
          <Head label="Class" className={classNames("w-[86px]", WIDE_LIST)} />
        )}
        {hasSizes ? <Head label="Size" className="w-[66px] text-right" /> : null}
        <Head
          label="Created"
          field="created_at"
          sort={sort}
          onSortChange={onSortChange}
          className="w-[74px] pr-4 text-right"
        />
      </tr>
    </thead>
  );
}

type HeadProps = {
  label: string;
  field?: string;
  sort?: Sort;
  onSortChange?: (field: string) => void;
  className?: string;
};

function Head({ label, field, sort, onSortChange, className }: HeadProps) {
  const isSorted = field !== undefined && sort?.field === field;
  const Arrow = sort?.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort?.direction === "asc" ? "ascending" : "descending") : undefined}
      className={classNames(
        "sticky top-0 z-[2] h-(--row-h-head) truncate border-b border-line bg-sunken px-2 text-left text-micro font-medium text-ink-3",
        isSorted && "text-ink",
        className,
      )}
    >
      {field === undefined || onSortChange === undefined ? (
        label
      ) : (
        <button
          type="button"
          onClick={() => onSortChange(field)}
          className="inline-flex max-w-full items-center gap-1 align-middle outline-offset-[-2px] hover:text-ink"
        >
          {label}
          {isSorted ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
        </button>
      )}
    </th>
  );
}
