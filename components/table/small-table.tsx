import type { ComponentProps } from "react";
import { classNames } from "@/lib/style/class-names";

/** A plain table of a few rows: looks like the lists, without virtual rows. */
export function SmallTable({ className, ...rest }: ComponentProps<"table">) {
  return (
    <table
      className={classNames("w-full table-fixed border-separate border-spacing-0 text-small", className)}
      {...rest}
    />
  );
}

export function SmallTableHeadCell({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={classNames(
        "h-(--row-h-head) truncate border-b border-line bg-sunken px-2 text-left text-micro font-medium text-ink-3 first:pl-4 last:pr-4 max-md:first:pl-3 max-md:last:pr-3",
        className,
      )}
      {...rest}
    />
  );
}

export function SmallTableCell({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={classNames(
        "h-(--row-h) truncate border-b border-line px-2 group-hover/row:bg-hover group-aria-selected/row:bg-accent-tint first:pl-4 last:pr-4 max-md:first:pl-3 max-md:last:pr-3",
        className,
      )}
      {...rest}
    />
  );
}
