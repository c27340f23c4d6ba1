import type { ReactNode } from "react";

/** The title of a page, its count, and its actions on the right. */
export function PageHead({ title, count, children }: { title: string; count?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex h-(--head-h) min-w-0 flex-none items-center gap-2 pr-3 pl-4 max-md:px-3">
      <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{title}</h1>
      {count === undefined ? null : (
        <span className="min-w-0 max-w-max flex-[1_1_0%] truncate text-small text-ink-3">{count}</span>
      )}
      {children}
    </div>
  );
}

/** The footer of a page: number of loaded rows, duration, partial results, then keys. */
export function PageFoot({ children, hints }: { children: ReactNode; hints?: ReactNode }) {
  return (
    <div className="flex h-(--foot-h) flex-none items-center gap-3.5 overflow-hidden border-t border-line bg-sunken pr-3 pl-4 text-micro max-md:pl-3 whitespace-nowrap text-ink-3">
      {children}
      {hints ? (
        <span data-hints="" className="ml-auto flex gap-3.5 max-lg:hidden">
          {hints}
        </span>
      ) : null}
    </div>
  );
}
