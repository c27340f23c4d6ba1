import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Another way to start, with what it creates or changes. */
export function StartOption({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5 border-b border-line px-5 pt-4 pb-[18px] max-md:px-3">
      <h2 className="flex items-center gap-2 leading-5 font-medium">
        <Icon size={15} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
        {title}
      </h2>
      {children}
    </section>
  );
}

export function StartOptionText({ children }: { children: ReactNode }) {
  return <p className="text-small leading-[17px] text-ink-2">{children}</p>;
}
