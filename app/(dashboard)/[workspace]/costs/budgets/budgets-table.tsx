"use client";

import { MoreHorizontal } from "lucide-react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useUserNames } from "@/components/session/use-user-names";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { BudgetStatus } from "@/lib/api/contract/costs/budgets";
import { formatTotalCost } from "@/lib/format/money";
import { formatShortShare } from "@/lib/format/share";
import type { UserNames } from "@/lib/format/user-name";
import { BudgetBar } from "./budget-bar";
import { budgetState, coveredBy, forecastText, observedText, periodText } from "./prepare-budget";

type BudgetActions = {
  isAdmin: boolean;
  /** The budget that the address names, which a warning links to. */
  chosen: string | null;
  onEdit: (budget: BudgetStatus) => void;
  onDelete: (budget: BudgetStatus) => void;
};

/** Budgets with what they have spent, where they are expected to end, and what they can block. */
export function BudgetsTable({ budgets, ...actions }: BudgetActions & { budgets: readonly BudgetStatus[] }) {
  const names = useUserNames(budgets.some(({ settings }) => settings.scope === "key"));
  return (
    <RuledTable label="Budgets" className="border-t border-line">
      <thead className="max-md:sr-only">
        <tr>
          <RuledTableHeadCell>Budget</RuledTableHeadCell>
          <RuledTableHeadCell>State</RuledTableHeadCell>
          <RuledTableHeadCell>Spent and expected</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Spent</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Limit</RuledTableHeadCell>
          <RuledTableHeadCell>
            <span className="sr-only">Actions</span>
          </RuledTableHeadCell>
        </tr>
      </thead>
      <tbody className="max-md:grid">
        {budgets.map((budget) => (
          <BudgetRow key={budget.id} budget={budget} names={names} {...actions} />
        ))}
      </tbody>
    </RuledTable>
  );
}

type BudgetRowProps = BudgetActions & { budget: BudgetStatus; names: UserNames };

/** Cells of a card: name, state and actions, then the bar, then the figures. */
const ON_PHONE = "max-md:h-auto max-md:border-b-0 max-md:px-0 max-md:py-0 max-md:first:pl-0 max-md:last:pr-0";

function BudgetRow({ budget, names, isAdmin, chosen, onEdit, onDelete }: BudgetRowProps) {
  const { settings, spent_usd: spent } = budget;
  const { word, status } = budgetState(budget);
  const observed = observedText(budget);
  return (
    <tr
      aria-current={budget.id === chosen ? "true" : undefined}
      className="align-top hover:bg-hover aria-[current]:bg-accent-tint max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:items-start max-md:gap-x-3 max-md:gap-y-1.5 max-md:border-b max-md:border-line max-md:px-3 max-md:py-3"
    >
      <RuledTableCell className={`max-w-64 py-2.5 whitespace-normal max-md:max-w-none ${ON_PHONE}`}>
        <p className="font-medium [overflow-wrap:anywhere]">{settings.name}</p>
        <p className="text-micro text-ink-3 [overflow-wrap:anywhere]">
          {coveredBy(settings, names)}, {periodText(budget)}
        </p>
      </RuledTableCell>
      <RuledTableCell className={`py-2.5 ${ON_PHONE}`}>
        <span className="flex items-center gap-1.5">
          <StatusGlyph status={status} label="" />
          {word}
        </span>
      </RuledTableCell>
      <RuledTableCell
        className={`w-[46%] py-2.5 whitespace-normal max-md:order-1 max-md:col-span-3 max-md:w-auto ${ON_PHONE}`}
      >
        <BudgetBar budget={budget} />
        <p className="mt-0.5 text-micro text-ink-3">{forecastText(budget)}</p>
        {observed === "" ? null : <p className="text-micro text-ink-3">{observed}</p>}
      </RuledTableCell>
      <RuledTableCell isEnd className={`py-2.5 max-md:order-1 max-md:text-left ${ON_PHONE}`}>
        {formatTotalCost(spent)}
        <span className="text-ink-3 md:block md:text-micro">
          {" "}
          {spent === 0 ? "" : formatShortShare(spent / settings.limit_usd)}
        </span>
      </RuledTableCell>
      <RuledTableCell isEnd className={`py-2.5 max-md:order-1 max-md:col-span-2 ${ON_PHONE}`}>
        <span className="text-ink-3 md:hidden">of </span>
        {formatTotalCost(settings.limit_usd)}
        <span className="text-ink-3 md:block md:text-micro"> a {settings.period}</span>
      </RuledTableCell>
      <RuledTableCell className={`w-10 py-1.5 max-md:-my-1 max-md:w-auto ${ON_PHONE}`}>
        {isAdmin ? (
          <Menu
            label={`Actions for ${settings.name}`}
            align="end"
            trigger={
              <Button kind="ghost" size="icon-small" aria-label={`Actions for ${settings.name}`}>
                <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem onSelect={() => onEdit(budget)}>Edit…</MenuItem>
            <MenuItem onSelect={() => onDelete(budget)}>Delete…</MenuItem>
          </Menu>
        ) : null}
      </RuledTableCell>
    </tr>
  );
}
