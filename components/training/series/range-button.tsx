"use client";

import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Popover } from "@/components/ui/popover";

const RangeForm = partLoadedLater(async () => (await import("./range-form")).RangeForm);

/** Opens the ends of the axes of all charts. */
export function RangeButton(props: Omit<ComponentProps<typeof RangeForm>, "onDone">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Range of the axes"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onReach={() => void RangeForm.preload()}
      trigger={<Button size="small">Range</Button>}
    >
      <RangeForm {...props} onDone={() => setIsOpen(false)} />
    </Popover>
  );
}
