"use client";

import { usePersonalChoice } from "@/components/browser/use-personal-choice";

/** The columns that a user can add to the tree of a trace, in their order. */
export const treeColumns = ["tokens", "cost"] as const;

export type TreeColumn = (typeof treeColumns)[number];

export const treeColumnLabels: Readonly<Record<TreeColumn, string>> = { tokens: "Tokens", cost: "Cost" };

const CHOICES = ["none", "tokens", "cost", "tokens cost"] as const;

const COLUMNS: Readonly<Record<(typeof CHOICES)[number], readonly TreeColumn[]>> = {
  none: [],
  tokens: ["tokens"],
  cost: ["cost"],
  "tokens cost": ["tokens", "cost"],
};

/** The chosen columns, as this user chose them last in this browser, and a function that adds or removes one. */
export function useTreeColumns(): [readonly TreeColumn[], (column: TreeColumn) => void] {
  const [choice, choose] = usePersonalChoice("heddle-tree-columns", CHOICES, "none");
  const chosen = COLUMNS[choice];
  const toggle = (column: TreeColumn) => {
    const next = treeColumns.filter((one) => chosen.includes(one) !== (one === column));
    choose(CHOICES.find((name) => COLUMNS[name].join() === next.join()) ?? "none");
  };
  return [chosen, toggle];
}
