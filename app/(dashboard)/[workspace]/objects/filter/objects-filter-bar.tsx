"use client";

import { Plus, Search } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import type { AddressChange, ListAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import type { VersionLabels } from "@/app/(dashboard)/[workspace]/objects/marks/use-version-labels";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Menu, MenuItem } from "@/components/ui/menu";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { ListChip, ToggleChip } from "./filter-chip";
import { type ListName, useFilterChoices } from "./use-filter-choices";

type FilterBarProps = {
  workspace: Workspace;
  params: ListAddress;
  marks: VersionLabels;
  onChange: (change: AddressChange, history?: "push" | "replace") => void;
  onOpenRef: (text: string) => boolean;
  searchRef: RefObject<HTMLInputElement | null>;
  className: string;
};

const lists: readonly { readonly name: ListName; readonly label: string }[] = [
  { name: "base", label: "Class" },
  { name: "leaf", label: "Exact class" },
  { name: "not", label: "Excluded class" },
  { name: "ids", label: "Object" },
  { name: "tags", label: "Tag" },
  { name: "aliases", label: "Alias" },
];

const explained = {
  base: "base class",
  leaf: "exact class",
  not: "excludes these",
  ids: "full ids",
  tags: "any of these",
  aliases: "any of these",
} as const;

/** The filters, which the service applies, and the search box for the loaded objects. */
export function ObjectsFilterBar({
  workspace,
  params,
  marks,
  onChange,
  onOpenRef,
  searchRef,
  className,
}: FilterBarProps) {
  const [openChip, setOpenChip] = useState<ListName | null>(null);
  const wanted = useRef<ListName | null>(null);
  const choices = useFilterChoices(workspace, marks, openChip !== null);
  const { q, kind, latest, sizes, values } = params;
  return (
    <div
      className={classNames(
        "flex min-h-[34px] flex-none items-start gap-1.5 pr-3 pb-2.5 pl-4 max-md:flex-col max-md:items-stretch max-md:px-3",
        className,
      )}
    >
      <search className="w-[236px] flex-none max-md:w-auto">
        <Input
          ref={searchRef}
          size="small"
          type="search"
          aria-label="Find objects"
          placeholder="Object id, digest or ref"
          value={q}
          onChange={(event) => {
            if (!onOpenRef(event.target.value)) onChange({ q: event.target.value || null }, "replace");
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
          }}
          leading={<Search size={14} strokeWidth={1.7} aria-hidden="true" />}
          trailing={<KeyCap className="max-md:hidden">/</KeyCap>}
        />
      </search>
      <div className="flex min-w-0 flex-wrap items-center gap-1.5 max-md:-mx-3 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]">
        {lists
          .filter(({ name }) => params[name].length > 0 || openChip === name)
          .map(({ name, label }) => (
            <ListChip
              key={name}
              label={label}
              chosen={params[name]}
              choices={choices[name]}
              onChange={(chosen) => onChange({ [name]: chosen.length === 0 ? null : chosen })}
              isOpen={openChip === name}
              onOpenChange={(isOpen) => setOpenChip(isOpen ? name : null)}
            />
          ))}
        {kind === null ? null : (
          <ToggleChip
            label="Kind"
            value={kind === "op" ? "op" : "object"}
            isOn
            onToggle={() => onChange({ kind: kind === "op" ? "object" : null })}
          />
        )}
        <ToggleChip
          label="Latest only"
          value={latest ? "on" : "off"}
          isOn={latest}
          onToggle={() => onChange({ latest: !latest })}
        />
        <ToggleChip
          label="Size"
          value={sizes ? "shown" : "hidden"}
          isOn={sizes}
          onToggle={() => onChange({ sizes: !sizes })}
        />
        {values ? <ToggleChip label="Value" value="shown" isOn onToggle={() => onChange({ values: false })} /> : null}
        <Menu
          label="Filters"
          trigger={
            <Button
              kind="ghost"
              size="small"
              data-add-filter
              // The menu restores the focus when it has closed: a list that opened before would lose the focus and
              // close.
              onFocus={() => {
                if (wanted.current !== null) setOpenChip(wanted.current);
                wanted.current = null;
              }}
            >
              <Plus size={12} strokeWidth={2} aria-hidden="true" />
              Filter
            </Button>
          }
        >
          <MenuItem onSelect={() => onChange({ kind: "object" })}>Kind is object</MenuItem>
          <MenuItem onSelect={() => onChange({ kind: "op" })}>Kind is op</MenuItem>
          {values ? null : (
            <MenuItem onSelect={() => onChange({ values: true })}>
              Value is shown<span className="ml-auto pl-4 text-ink-3">also loads contents</span>
            </MenuItem>
          )}
          {lists.map(({ name, label }) => (
            <MenuItem
              key={name}
              onSelect={() => {
                wanted.current = name;
              }}
            >
              {label}
              <span className="ml-auto pl-4 text-ink-3">{explained[name]}</span>
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  );
}
