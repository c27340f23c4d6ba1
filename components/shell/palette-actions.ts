import {
  ClipboardCheck,
  Flag,
  FlaskConical,
  KeyRound,
  type LucideIcon,
  MessageSquareQuote,
  Plug,
  Plus,
  Rows3,
  Upload,
  UserPlus,
} from "lucide-react";

/** An item of the palette that opens a page or a form. */
interface LinkedAction {
  readonly label: string;
  /** Other words that find it. */
  readonly words: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

/** Lists that people look for by name, and that are a part of another page. */
export function linkedLists(slug: string): readonly LinkedAction[] {
  return [
    { label: "Prompts", words: "versions templates", href: `/${slug}/objects?base=Prompt`, icon: MessageSquareQuote },
    { label: "Datasets", words: "tables rows", href: `/${slug}/tables`, icon: Rows3 },
  ];
}

/** The actions in a workspace. */
export function linkedActions(slug: string): readonly LinkedAction[] {
  return [
    { label: "Import a file", words: "upload add data", href: `/${slug}/import`, icon: Upload },
    { label: "Send calls to this project", words: "get started sdk snippet log", href: `/${slug}/start`, icon: Flag },
    { label: "Create the sample project", words: "demo example data", href: `/${slug}/start`, icon: FlaskConical },
    {
      label: "Create a review queue",
      words: "new label annotate",
      href: `/${slug}/review?new=true`,
      icon: ClipboardCheck,
    },
    { label: "Start a training run", words: "new train reinforcement loop", href: `/${slug}/runs/new`, icon: Plus },
    { label: "Start a training job", words: "new train", href: `/${slug}/training/new`, icon: Plus },
  ];
}

/** The actions of the instance. */
export const ADMINISTRATION: readonly LinkedAction[] = [
  { label: "Create an API key", words: "new settings", href: "/settings/keys?new=true", icon: KeyRound },
  {
    label: "Invite a member",
    words: "add user person settings",
    href: "/settings/members?invite=true",
    icon: UserPlus,
  },
  {
    label: "Add a connection",
    words: "new service remote settings",
    href: "/settings/connections?new=true",
    icon: Plug,
  },
  { label: "Add a workspace", words: "new project settings", href: "/settings/workspaces", icon: Plus },
];
