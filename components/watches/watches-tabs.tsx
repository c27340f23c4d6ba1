import { Link } from "@/components/ui/link";
import { classNames } from "@/lib/style/class-names";

const TABS = [
  { id: "watches", label: "Rules", path: "watches" },
  { id: "notifications", label: "Notifications", path: "watches/notifications" },
  { id: "channels", label: "Channels", path: "watches/channels" },
] as const;

/** The lists of watches: rules, what fired, and the channels that hear of it. */
export function WatchesTabs({ slug, current }: { slug: string; current: (typeof TABS)[number]["id"] }) {
  return (
    <nav aria-label="Watches" className="ml-2 flex flex-none gap-0.5">
      {TABS.map(({ id, label, path }) => (
        <Link
          key={id}
          href={`/${slug}/${path}`}
          aria-current={id === current ? "page" : undefined}
          className={classNames(
            "inline-flex h-(--ctl-h-small) items-center rounded-control px-2 text-small max-md:h-8",
            id === current ? "bg-active font-medium" : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
