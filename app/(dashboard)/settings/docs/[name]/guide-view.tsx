"use client";

import { MarkdownText } from "@/components/markdown/markdown-text";
import { ScrollPane } from "@/components/settings/scroll-pane";
import { SettingsHead } from "@/components/settings/settings-head";
import { Link } from "@/components/ui/link";
import { type Guide, guideGroups, guideHref } from "@/lib/guide/guides";

/** One guide, beside the list of all of them. */
export function GuideView({ guide, text }: { guide: Guide; text: string }) {
  return (
    <>
      <SettingsHead />
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <GuideList current={guide.name} />
        <ScrollPane label={guide.label}>
          <div className="px-6 py-5 max-md:px-3 max-md:py-4">
            <MarkdownText text={text} isRunning={false} isWhole isDocument className="text-read" />
          </div>
        </ScrollPane>
      </div>
    </>
  );
}

/** On a phone the list is one row, wider than the screen, and the open guide may be the last. */
function scrollGuideIntoView(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ inline: "nearest", block: "nearest" });
}

/** On a phone one row that scrolls sideways. */
function GuideList({ current }: { current: string }) {
  return (
    <nav
      aria-label="Documentation"
      className="relative flex w-52 flex-none flex-col gap-3 overflow-auto border-r border-line p-3 max-md:w-full max-md:flex-row max-md:gap-1 max-md:border-r-0 max-md:border-b max-md:px-2 max-md:py-1"
    >
      {guideGroups.map(({ label, guides }) => (
        <div key={label} className="flex flex-none flex-col max-md:flex-row max-md:items-center">
          <h2 className="px-2 pb-1 text-micro font-medium text-ink-3 max-md:sr-only">{label}</h2>
          {guides.map(({ name, label: title }) => (
            <Link
              key={name}
              href={guideHref(name)}
              ref={name === current ? scrollGuideIntoView : undefined}
              aria-current={name === current ? "page" : undefined}
              className="flex h-7 flex-none items-center rounded-control px-2 text-small text-ink-2 hover:bg-hover hover:text-ink aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-ink max-md:h-9"
            >
              {title}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
