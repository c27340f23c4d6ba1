"use client";

import { Search } from "lucide-react";
import { type RefObject, useState } from "react";
import { providersOf } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { Input } from "@/components/form/input";
import { Switch } from "@/components/form/switch";
import { KeyCap } from "@/components/ui/key-cap";
import { WhereFilter } from "./condition-filter";
import type { StoredPrices } from "./listed-prices";
import type { CostFilters } from "./prepare-filter-labels";
import { ChoiceFilter } from "./value-filter";

type FilterBarProps = {
  filters: CostFilters;
  costs: Pick<StoredPrices, "byModel" | "records">;
  onChange: (filters: Partial<CostFilters>) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** The filters of the list: search text, models, providers, and whether superseded prices are shown. */
export function CostsFilterBar({ filters, costs, onChange, inputRef }: FilterBarProps) {
  return (
    <div className="flex min-h-[34px] flex-none items-center gap-2 overflow-x-auto px-4 pb-1.5 [scrollbar-width:none] max-md:px-3">
      <SearchBox
        key={filters.q}
        initial={filters.q}
        inputRef={inputRef}
        onSubmit={(q) => {
          if (q !== filters.q) onChange({ q });
        }}
      />
      <ChoiceFilter
        field="Model"
        options={[...costs.byModel.keys()]}
        chosen={filters.models}
        onChange={(models) => onChange({ models })}
      />
      <ChoiceFilter
        field="Provider"
        options={providersOf(costs.records)}
        chosen={filters.providers}
        onChange={(providers) => onChange({ providers })}
      />
      <WhereFilter where={filters.where} onChange={(where) => onChange({ where })} />
      <span className="flex-none text-small">
        <Switch
          label="Superseded"
          isOn={filters.superseded === "shown"}
          onChange={(isOn) => onChange({ superseded: isOn ? "shown" : "hidden" })}
        />
      </span>
    </div>
  );
}

type SearchBoxProps = { initial: string; inputRef: FilterBarProps["inputRef"]; onSubmit: (q: string) => void };

function SearchBox({ initial, inputRef, onSubmit }: SearchBoxProps) {
  const [text, setText] = useState(initial);
  return (
    <form
      className="w-[220px] flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text.trim());
      }}
    >
      <Input
        ref={inputRef}
        size="small"
        type="search"
        aria-label="Model or provider"
        placeholder="Model or provider"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onSubmit(text.trim())}
        leading={<Search size={14} strokeWidth={1.7} aria-hidden="true" />}
        trailing={<KeyCap className="max-md:hidden">/</KeyCap>}
      />
    </form>
  );
}
