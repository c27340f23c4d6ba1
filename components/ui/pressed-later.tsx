"use client";

import { Slot } from "radix-ui";
import { type ComponentType, type KeyboardEvent, type ReactElement, useState } from "react";

/** The props that what a button opens has. */
export interface PressedProps {
  readonly trigger: ReactElement;
  /** Set when the button was pressed before the code had loaded. */
  readonly isOpenAtFirst?: boolean;
}

/**
 * Makes a menu or a popover whose code loads when the pointer or the focus first reaches its button. It opens with the
 * first press; until then only the button is drawn.
 */
export function pressedLater<Props extends PressedProps>(
  kind: "menu" | "dialog",
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function PressedLater(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const [isPressed, setIsPressed] = useState(false);
    const begin = () => {
      load().then(
        (component) => setLoaded(() => component),
        // The next press tries again.
        () => setIsPressed(false),
      );
    };
    const press = () => {
      setIsPressed(true);
      begin();
    };
    if (Loaded !== null && isPressed) return <Loaded {...props} isOpenAtFirst />;
    return (
      <Slot.Root
        aria-haspopup={kind}
        aria-expanded={false}
        aria-busy={isPressed || undefined}
        onPointerEnter={begin}
        onFocus={begin}
        onClick={press}
        onKeyDown={(event: KeyboardEvent) => {
          if (kind !== "menu" || event.key !== "ArrowDown") return;
          event.preventDefault();
          press();
        }}
      >
        {props.trigger}
      </Slot.Root>
    );
  };
}
