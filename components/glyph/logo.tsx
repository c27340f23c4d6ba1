import { classNames } from "@/lib/style/class-names";

/** The logo: three heddle eyes, the middle one lowered. Sizes 16, 18, 20, 22, 24 or 40, never boxed. */
export function Logo({ size = 20, className }: { size?: 16 | 18 | 20 | 22 | 24 | 40; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
      className={classNames("text-accent", className)}
    >
      <path d="M4 1.75v3.5M4 10.25v8M10 1.75v8M10 14.75v3.5M16 1.75v3.5M16 10.25v8" />
      <ellipse cx="4" cy="7.75" rx="1.75" ry="2.5" />
      <ellipse cx="10" cy="12.25" rx="1.75" ry="2.5" />
      <ellipse cx="16" cy="7.75" rx="1.75" ry="2.5" />
    </svg>
  );
}
