import type { ComponentProps } from "react";
import { PageHead } from "@/components/ui/page-head";
import { UnsupportedState } from "./unsupported-state";

/** A page under its title whose operation the service does not support. */
export function UnsupportedPage({ title, ...rest }: ComponentProps<typeof UnsupportedState> & { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div className="grid flex-1 border-t border-line">
        <UnsupportedState {...rest} />
      </div>
    </>
  );
}
