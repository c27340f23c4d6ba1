import {
  Activity,
  Bell,
  Boxes,
  CircleDot,
  CirclePlus,
  ClipboardCheck,
  Coins,
  Database,
  Flag,
  Gauge,
  Layers,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  Play,
  Plus,
  RefreshCw,
  Settings,
  Spool,
  Table2,
  Target,
  Trophy,
} from "lucide-react";
import type { PageId } from "@/lib/address/page-list";

/** The icon of each page in the navigation. */
export const pageIcons: Record<PageId, LucideIcon> = {
  overview: Gauge,
  dashboards: LayoutDashboard,
  watches: Bell,
  issues: CircleDot,
  traces: ListTree,
  threads: Spool,
  objects: Boxes,
  tables: Table2,
  sql: Database,
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
