import {
  Activity,
  Bell,
  Boxes,
  CircleDot,
  CirclePlus,
  ClipboardCheck,
  Coins,
  Flag,
  Gauge,
  Layers,
  LayoutGrid,
  ListTree,
  type LucideIcon,
  Play,
  Plus,
  RefreshCw,
  Settings,
  Spool,
  Table2,
  Target,
  Terminal,
  Trophy,
} from "lucide-react";
import type { PageId } from "@/lib/address/page-list";

/** The icon of each page in the navigation. */
export const pageIcons: Record<PageId, LucideIcon> = {
  overview: Gauge,
  dashboards: LayoutGrid,
  watches: Bell,
  issues: CircleDot,
  traces: ListTree,
  threads: Spool,
  objects: Boxes,
  tables: Table2,
  sql: Terminal,
  evaluations: Target,
  leaderboard: Trophy,
  review: ClipboardCheck,
  costs: Coins,
  playground: Play,
  models: Layers,
  runs: RefreshCw,
  "runs/new": CirclePlus,
  training: Activity,
  "training/new": Plus,
  start: Flag,
  settings: Settings,
};

/** The icon of a page, next to its name. */
export function PageIcon({ id, size }: { id: PageId; size: number }) {
  const Icon = pageIcons[id];
  return <Icon size={size} strokeWidth={1.7} aria-hidden="true" />;
}
