import type { AnswerMatrix } from "@/lib/review/question-agreement";
import { classNames } from "@/lib/style/class-names";

/** Counts of pairs of answers: equal ones on the diagonal. */
export function SmallMatrix({ matrix, caption }: { matrix: AnswerMatrix; caption: string }) {
  return (
    <>
      <p className="pt-2 pb-1 text-micro text-ink-3">{caption}</p>
      <table aria-label={caption} className="text-center text-micro tabular-nums">
        <thead className="text-ink-3">
          <tr>
            <td />
            {matrix.labels.map((label) => (
              <th key={label} scope="col" className="max-w-[64px] truncate px-1 font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.labels.map((label, row) => (
            <tr key={label}>
              <th scope="row" className="max-w-[72px] truncate pr-2 text-right font-normal text-ink-3">
                {label}
              </th>
              {matrix.labels.map((column, at) => {
                const count = matrix.counts[row]?.[at] ?? 0;
                return (
                  <td
                    key={column}
                    className={classNames(
                      "h-[22px] min-w-[34px] rounded-[2px] border-2 border-bg",
                      count === 0
                        ? "bg-sunken text-ink-3"
                        : row === at
                          ? "bg-accent-tint text-ink"
                          : "bg-warn-tint text-warn",
                    )}
                  >
                    {count === 0 ? "" : count}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
