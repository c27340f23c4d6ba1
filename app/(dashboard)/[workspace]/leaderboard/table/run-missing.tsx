"use client";

import { Play } from "lucide-react";
import type { MissingCells } from "@/app/(dashboard)/[workspace]/leaderboard/table/use-missing-cells";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { countOf, formatCount } from "@/lib/format/count";

const PlayIcon = <Play size={13} strokeWidth={1.7} aria-hidden="true" />;

/** Opens the form that runs what is missing: one run for each evaluation. */
export function RunMissing({ evaluations }: Pick<MissingCells, "evaluations">) {
  const [first] = evaluations;
  if (first === undefined) return null;
  const count = evaluations.reduce((sum, { models }) => sum + models.length, 0);
  const label = `Run ${formatCount(count)} missing`;
  if (evaluations.length === 1) {
    return (
      <Button asChild kind="primary" size="small">
        <Link href={first.href}>
          {PlayIcon}
          {label}
        </Link>
      </Button>
    );
  }
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <Button kind="primary" size="small" icon={PlayIcon}>
          {label}
        </Button>
      }
    >
      <MenuLabel>One run for each evaluation</MenuLabel>
      {evaluations.map(({ evaluationId, source, models, href }) => (
        <MenuItem key={source.id} asChild>
          <Link href={href}>
            {evaluationId}, {countOf(models.length, "model")}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
