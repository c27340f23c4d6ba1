import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type StepProps = {
  dot: ReactNode;
  title: string;
  children: ReactNode;
  isLive?: boolean;
  /** The last step, not yet reached. */
  isLater?: boolean;
};

/** One step of the vertical line on the left. */
export function Step({ dot: knot, title, children, isLive, isLater }: StepProps) {
  return (
    <li className="relative pb-[22px] pl-[34px] before:absolute before:top-6 before:bottom-0 before:left-[10px] before:w-px before:bg-line-strong last:before:hidden">
      <span className="absolute top-0 left-0 grid size-[21px] place-items-center">{knot}</span>
      <h2 className={classNames("leading-[21px] font-medium", isLive && "text-accent-text", isLater && "text-ink-2")}>
        {title}
      </h2>
      <div className="text-small leading-[17px] text-ink-2">{children}</div>
    </li>
  );
}

export function Numeral({ children }: { children: ReactNode }) {
  return (
    <span className="size-[21px] rounded-full border border-line-strong bg-bg text-center text-micro leading-[19px] text-ink-2">
      {children}
    </span>
  );
}

/** The marker of a step that a call has completed. */
export function ArrivedDot() {
  return <span className="size-[9px] rounded-full bg-ok" />;
}

/** The marker of the current step. */
export function Pulse() {
  return <span className="size-[9px] rounded-full bg-accent shadow-[0_0_0_4px_var(--accent-tint)]" />;
}
