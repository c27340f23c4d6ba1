import { PaneState } from "@/components/state/pane-state";
import { CostCell, TokensCell, Unknown } from "@/components/table/cells";
import { DetailBar } from "@/components/ui/pane-bar";
import type { Call } from "@/lib/api/contract/calls/calls";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { CallAddress } from "@/lib/calls/call-address";
import { callUsage, usageTotal } from "@/lib/calls/call-facts";
import { costReasons } from "@/lib/calls/cost-reason";
import { mayHaveTwins } from "@/lib/calls/may-have-twins";
import { countOf, formatCount } from "@/lib/format/count";
import { CostReasons } from "./cost-reasons";
import { TwinFact } from "./twin-fact";

const CELL_CLASS = "h-(--row-h) border-b border-line px-2 text-right first:pl-4 first:text-left last:pr-4";

/** Requests, tokens and cost by model, as the service reports them, and which other calls report the same request. */
export function CallUsage({ address, call }: { address: CallAddress; call: Call }) {
  const usage = callUsage(call);
  if (usage.length === 0) {
    return (
      <PaneState kind="empty" title="No usage reported for this call">
        Clients report it in <span className="text-code">summary.usage</span> for model calls.
      </PaneState>
    );
  }
  const total = usageTotal(usage);
  const copied = { usage: call.summary?.usage ?? {}, costs: call.summary?.weave?.costs ?? {} };
  return (
    <>
      <DetailBar
        copied={{ text: () => stringifyJson(copied), label: "Copy usage and cost", copiedMessage: "Usage copied" }}
      >
        {countOf(usage.length, "model")}
      </DetailBar>
      <div className="min-h-0 flex-1 overflow-auto">
        <table className="w-full table-fixed border-separate border-spacing-0 text-small">
          <thead>
            <tr>
              {["Model", "Requests", "Tokens in", "Out", "Cost"].map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="h-(--row-h-head) w-[15%] border-b border-line bg-sunken px-2 text-right text-micro font-medium text-ink-3 first:w-auto first:pl-4 first:text-left last:pr-4"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {usage.map((entry) => (
              <tr key={entry.model}>
                <td className={`${CELL_CLASS} truncate text-code`} title={entry.model}>
                  {entry.model || <Unknown />}
                </td>
                <td className={CELL_CLASS}>{entry.requests === null ? <Unknown /> : formatCount(entry.requests)}</td>
                <td className={CELL_CLASS}>
                  <TokensCell tokens={entry.tokensIn} />
                </td>
                <td className={CELL_CLASS}>
                  <TokensCell tokens={entry.tokensOut} />
                </td>
                <td className={CELL_CLASS}>
                  <CostCell costUsd={entry.costUsd} />
                </td>
              </tr>
            ))}
            {usage.length > 1 ? (
              <tr className="font-medium">
                <td className={CELL_CLASS}>All models</td>
                <td className={CELL_CLASS} />
                <td className={CELL_CLASS}>
                  <TokensCell tokens={total.tokensIn} />
                </td>
                <td className={CELL_CLASS}>
                  <TokensCell tokens={total.tokensOut} />
                </td>
                <td className={CELL_CLASS}>
                  <CostCell costUsd={total.costUsd} />
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
        <p className="px-4 py-2.5 text-small text-ink-3">
          Clients add the usage of children to their parent call.{" "}
          {total.costUsd === null ? "No price found for these models." : ""}
        </p>
        {mayHaveTwins(call) ? (
          <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 px-4 pb-2.5 text-small">
            <TwinFact address={address} call={call} />
          </dl>
        ) : null}
        <CostReasons reasons={costReasons(call)} />
      </div>
    </>
  );
}
