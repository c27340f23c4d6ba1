import { Quantity } from "@/components/ui/quantity";
import { classNames } from "@/lib/style/class-names";
import type { FactColumn } from "./prepare-facts";

type SideDifferenceProps = { title: string; columns: readonly FactColumn[]; column: number; span: number };

const ROW_CLASS = "h-7 border-b border-line bg-sunken px-2 whitespace-nowrap";

/** The difference between the chosen side and the base, in the columns of both. */
export function SideDifference({ title, columns, column, span }: SideDifferenceProps) {
  return (
    <tr>
      <td className={ROW_CLASS} />
      <th scope="row" colSpan={span} className={classNames(ROW_CLASS, "text-left font-normal text-ink-2")}>
        {title}
      </th>
      {columns.map(({ id, deltas, better, isNumber }) => {
        const delta = deltas[column] ?? null;
        const isWorse =
          delta !== null && better !== null && (better === "more" ? delta.difference < 0 : delta.difference > 0);
        const isBetter = delta !== null && better !== null && delta.difference !== 0 && !isWorse;
        return (
          <td key={id} className={classNames(ROW_CLASS, isNumber && "text-right")}>
            {delta === null ? null : (
              <>
                <Quantity text={delta.text} className={isWorse ? "text-err" : isBetter ? "text-ok" : ""} />
                {isWorse || isBetter ? <span className="sr-only">{isWorse ? "worse" : "better"}</span> : null}
                {delta.share === null || delta.share === "0%" ? null : (
                  <span className="ml-1.5 text-ink-3">{delta.share}</span>
                )}
              </>
            )}
          </td>
        );
      })}
      <td className={ROW_CLASS} />
      <td className={ROW_CLASS} />
    </tr>
  );
}
