import type { Menu as Radix } from "radix-ui/internal";
import { type ComponentProps, type ComponentType, createContext, type ReactNode } from "react";

export type MenuItemProps = ComponentProps<typeof Radix.Item>;

/** The components that draw the content of an open menu. */
interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly Label: ComponentType<{ className: string; children: ReactNode }>;
  readonly Separator: ComponentType<{ className: string }>;
}

/** Set by the open menu around its content. */
export const MenuPartsContext = createContext<MenuParts | null>(null);
