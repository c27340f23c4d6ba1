import type { AuditDifference } from "@/lib/api/contract/costs/cost-audit";
import { formatCount } from "@/lib/format/count";
import { CallLink } from "./call-link";
import { auditValueText, placeText } from "./prepare-audit";

const CELL_CLASS = "border-b border-line py-1 pr-3 align-top last:pr-0";
const HEAD_CLASS = `${CELL_CLASS} text-micro font-medium text-ink-3`;

type DifferencesTableProps = {
  differences: readonly AuditDifference[];
  /** Of all, listed or not. */
  count: number;
  bucketSeconds: number;
  slug: string;
};

/** The values that are stored or shown beside the recomputed ones. */
export function DifferencesTable({ differences, count, bucketSeconds, slug }: DifferencesTableProps) {
  return (
    <>
      <table className="w-full border-separate border-spacing-0 text-left text-small">
        <thead>
          <tr>
            {["Where", "Model", "Value"].map((name) => (
              <th key={name} scope="col" className={HEAD_CLASS}>
                {name}
              </th>
            ))}
            {["Shown", "Recomputed"].map((name) => (
              <th key={name} scope="col" className={`${HEAD_CLASS} text-right`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr
              key={[difference.place, difference.call_id, difference.bucket, difference.model, difference.value].join()}
            >
              <td className={CELL_CLASS}>
                {placeText(difference, bucketSeconds)}{" "}
                {difference.call_id == null ? null : <CallLink slug={slug} callId={difference.call_id} />}
              </td>
              <td className={`${CELL_CLASS} text-code [overflow-wrap:anywhere]`}>
                {difference.model ?? "unknown model"}
              </td>
              <td className={`${CELL_CLASS} text-code`}>{difference.value}</td>
              <td className={`${CELL_CLASS} text-right tabular-nums`}>
                {auditValueText(difference.value, difference.shown)}
              </td>
              <td className={`${CELL_CLASS} text-right tabular-nums`}>
                {auditValueText(difference.value, difference.recomputed)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > differences.length ? (
        <p className="text-small text-ink-3">{formatCount(count - differences.length)} more</p>
      ) : null}
    </>
  );
}
