"use client";

import type { ComponentType } from "react";
import type { LoadFailureProps } from "./load-failure";
import { loadedLater } from "./loaded-later";
import { MenuItem } from "./menu";

/** Makes the items of a menu, whose code loads when the pointer or the focus reaches the menu's button. */
export function choicesLoadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return loadedLater(load, { Failed: FailedChoices });
}

function FailedChoices({ isRetrying, onRetry }: LoadFailureProps) {
  return (
    <MenuItem
      disabled={isRetrying}
      onSelect={(event) => {
        event.preventDefault();
        onRetry();
      }}
    >
      Could not be loaded. Retry
    </MenuItem>
  );
}
