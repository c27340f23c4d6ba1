import type {
  AuditDifference,
  AuditLeftOut,
  AuditSummary,
  auditPlaces,
  leftOutReasons,
} from "@/lib/api/contract/costs/cost-audit";
import { counted } from "./import-report";

/** What an audit found. */
export interface AuditFindings {
  readonly differences: readonly AuditDifference[];
  readonly leftOut: readonly AuditLeftOut[];
  readonly summary: AuditSummary;
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 9 });

const PLACES: Readonly<Record<(typeof auditPlaces)[number], string>> = {
  call: "stored with the call",
  figures: "shown in Overview and Costs",
  rollups: "in the kept sums",
};

const REASONS: Readonly<Record<(typeof leftOutReasons)[number], string>> = {
  reported_below: "not counted: calls below report the same tokens",
  reported_twice: "not counted: another call reports the same request",
  no_price: "counted without a cost: the model has no price in US dollars",
  cost_differs: "counted at our price: the sender states another cost",
};

const valueText = (value: AuditDifference["shown"]): string => {
  if (value === null) return "nothing";
  return typeof value === "number" ? number.format(value) : value;
};

const modelText = (model: string | null): string => model ?? "unknown model";

function differenceLine({ place, bucket, call_id, model, value, shown, recomputed }: AuditDifference): string {
  const where = call_id ?? bucket ?? "";
  return `  ${where}  ${modelText(model)}  ${value}: ${valueText(shown)} ${PLACES[place]}, ${valueText(recomputed)} recomputed`;
}

function leftOutLine({
  call_id,
  model,
  total_tokens,
  counted_call_id,
  cost_usd,
  cost_as_sent_usd,
}: AuditLeftOut): string {
  const sent = cost_as_sent_usd == null ? "" : `, ${number.format(cost_as_sent_usd)} USD as sent`;
  const own = cost_usd == null ? "" : `, ${number.format(cost_usd)} USD`;
  const by = counted_call_id == null ? "" : `, counted at ${counted_call_id}`;
  return `    ${call_id}  ${modelText(model)}  ${counted(total_tokens, "token")}${own}${sent}${by}`;
}

const moreLine = (all: number, listed: number, indent: string): string[] =>
  all > listed ? [`${indent}and ${number.format(all - listed)} more`] : [];

function bucketName(seconds: number): string {
  if (seconds === 3600) return "hour";
  return seconds === 86_400 ? "day" : `${number.format(seconds / 86_400)} days`;
}

function differenceLines({ differences, summary }: AuditFindings): string[] {
  const all = Object.values(summary.difference_counts).reduce((sum, count) => sum + count, 0);
  if (all === 0)
    return [summary.incomplete_reason === null ? "No differences." : "No differences in what was checked."];
  return [
    `${counted(all, "difference")}:`,
    ...differences.map(differenceLine),
    ...moreLine(all, differences.length, "  "),
  ];
}

function leftOutLines({ leftOut, summary }: AuditFindings): string[] {
  const found = (Object.keys(REASONS) as (keyof typeof REASONS)[]).flatMap((reason) => {
    const all = summary.left_out_counts[reason];
    const listed = leftOut.filter((line) => line.reason === reason);
    if (all === 0) return [];
    return [
      `  ${number.format(all)} ${REASONS[reason]}`,
      ...listed.map(leftOutLine),
      ...moreLine(all, listed.length, "    "),
    ];
  });
  return found.length === 0
    ? ["Every token counts, at our price."]
    : ["Entries of calls that are left out, or not at their sender's cost:", ...found];
}

/** Returns the report for a terminal. */
export function auditReport(findings: AuditFindings, projectId: string): string {
  const { summary } = findings;
  const { after, before, checked_calls, usage_call_count, recomputed, shown } = summary;
  if (after === null) return `No calls in ${projectId} in this range.\n`;
  const sums = (name: string, { total_tokens, cost_usd }: AuditSummary["shown"]) =>
    `  ${name.padEnd(10)}  ${counted(total_tokens, "token")}, ${cost_usd === null ? "no cost" : `${number.format(cost_usd)} USD`}`;
  const { changed_bucket_count: changed, incomplete_reason: reason } = summary;
  const lines = [
    `${projectId}, ${after} to ${before ?? "now"}, by ${bucketName(summary.bucket_seconds)}: ${counted(checked_calls, "call")} checked, ${number.format(usage_call_count)} with tokens`,
    sums("shown", shown),
    ...(reason === null ? [sums("recomputed", recomputed)] : []),
    ...(reason === null ? [] : ["", `The sums were not compared. ${reason}`]),
    ...(changed === 0
      ? []
      : ["", `${counted(changed, "sum")} changed while the calls were read, and were not compared.`]),
    "",
    ...differenceLines(findings),
    "",
    ...leftOutLines(findings),
  ];
  return `${lines.join("\n")}\n`;
}
